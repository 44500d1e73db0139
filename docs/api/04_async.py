"""The same in `async` code, beside other things that go on."""

import asyncio

from outflank import Engine, Game, Limit


async def main() -> None:
    engine = Engine(megabytes=16)
    position = Game(moves="f5d6c3d3c4").position
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.01)

    ticking = asyncio.create_task(tick())
    async with engine.analysis(position) as analysis:
        async for info in analysis:
            if info.depth >= 8:
                break
    result = await engine.analysis(position, Limit(seconds=0.2))
    try:
        await asyncio.wait_for(engine.analysis(position), 0.2)
    except TimeoutError:
        print("cancelled: the search has ended, and the engine is free")
    assert (await engine.analysis(position, Limit(depth=2))).depth == 2
    ticking.cancel()
    print(f"depth {info.depth}, then {result.move} at depth {result.depth}")
    assert ticks > 5, "the loop went on while the engine searched"


asyncio.run(main())
