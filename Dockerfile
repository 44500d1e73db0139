# A server of the web app; docs/how-to/host-a-server.md tells how to run it.
#     docker build -t outflank .
#     docker run -d --name outflank -p 127.0.0.1:8321:8321 -v outflank:/data outflank --name club.example

FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src src
RUN python -m venv /opt/outflank && /opt/outflank/bin/pip install --no-cache-dir '.[web]'

FROM python:3.12-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin outflank \
    && install -d -o outflank -g outflank /data /var/cache/outflank
COPY --from=build /opt/outflank /opt/outflank
ENV PATH=/opt/outflank/bin:$PATH OUTFLANK_DATA_DIR=/data OUTFLANK_CACHE_DIR=/var/cache/outflank
USER outflank
# Machine code for the processor that builds the image. On another kind of processor the server compiles once more when
# it starts, beside playing; a volume at /var/cache/outflank keeps that for the next container.
RUN outflank warm
VOLUME /data
EXPOSE 8321
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["python", "-c", "import http.client; probe = http.client.HTTPConnection('127.0.0.1', 8321, timeout=4); probe.request('GET', '/healthz'); raise SystemExit(probe.getresponse().status != 200)"]
ENTRYPOINT ["outflank", "serve", "--host", "0.0.0.0", "--no-browser", "--log", "json"]
