// Builds what the page is served from: `npm run build` writes it to static/built, `--check` says whether that is current.
//
// built/main.js is all that the page begins with. What is fetched later is an entry of its own beside it, and imports
// from it what both use. The texts in all scripts are marked.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("src/outflank/web/static", import.meta.url));
const built = join(root, "built");
const named = (folder, suffix) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(suffix)).map((name) => basename(name, suffix)).sort();

const common = { absWorkingDir: root, bundle: true, minify: true, write: false, outdir: built, target: "es2022",
  logLevel: "warning" };

const main = JSON.stringify(join(root, "js/main.js"));

/** Marks the texts of each script, so that the server finds and translates them; see transport/scripts.py. */
const marked = (script) => script.replace(/\b([tn])\((\s*)"/g, "$1($2\"<$1>");

/** Has each screen and text that is fetched later begin with the page's script, so that all of this is one chunk: main.js. */
const scripts = { name: "scripts", setup: ({ onLoad }) =>
  onLoad({ filter: /[\\/]js[\\/].*\.js$/ }, ({ path }) => {
    const isLater = /[\\/](screens[\\/]later[\\/]|texts[\\/]|offline[\\/]local\.js)/.test(path);
    return { contents: `${isLater ? `import ${main};\n` : ""}${marked(readFileSync(path, "utf8"))}` };
  }) };

// each screen that is fetched later has a script and a style sheet of its name
const screens = named("css/screens", ".css");
const later = [...screens.map((name) => `screens/${name}`), "offline/local",
  ...["lessons", "texts"].flatMap((folder) => named(`js/${folder}`, ".js").map((name) => `${folder}/${name}`))];
const results = await Promise.all([
  build({ ...common,
    entryPoints: later.map((path) => ({ in: `js/${path.replace(/^screens/, "screens/later")}.js`, out: path })),
    chunkNames: "main", splitting: true, format: "esm", plugins: [scripts] }),
  build({ ...common, entryPoints: ["early", "worker"].map((name) => ({ in: `js/${name}.js`, out: name })),
    format: "iife" }),
  build({ ...common,
    entryPoints: [{ in: "css/main.css", out: "main" },
      ...screens.map((name) => ({ in: `css/screens/${name}.css`, out: `screens/${name}` }))] }),
]);
const files = new Map(
  results.flatMap(({ outputFiles }) => outputFiles).map(({ path, text }) => [relative(built, path), text]),
);

if (process.argv.includes("--check")) {
  const entries = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const there = entries.map((entry) => relative(built, join(entry.parentPath, entry.name)));
  const names = new Set([...there, ...files.keys()]);
  const stale = [...names].filter((name) =>
    !files.has(name) || !there.includes(name) || readFileSync(join(built, name), "utf8") !== files.get(name)
  );
  if (stale.length) {
    console.error(`static/built is not current (${stale.join(", ")}): run "npm run build"`);
    process.exitCode = 1;
  }
} else {
  rmSync(built, { recursive: true, force: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(join(built, name)), { recursive: true });
    writeFileSync(join(built, name), text);
  }
}
