// What a linter checks of the page's JavaScript: `npm run check`.

import js from "@eslint/js";
import globals from "globals";

const ROOMS = ["core", "offline", "board", "dialogs", "screens"]; // imports point to the left; what begins later is `import()`ed
const pointingDown = ROOMS.map((room, at) => ({ files: [`src/outflank/web/static/js/${room}/**/*.js`],
  rules: { "no-restricted-imports": ["error", { patterns: [{
    group: [...ROOMS.slice(at + 1).map((above) => `**/${above}/**`), "**/main.js", "**/controls.js", "**/places.js"],
    message: `Imports point down: ${ROOMS.join(" < ")} < main.js.`,
  }] }] } })
);

export default [js.configs.recommended, ...pointingDown, { files: ["src/outflank/web/static/js/**/*.js"],
  languageOptions: { globals: globals.browser },
  rules: { eqeqeq: "error", "max-len": ["error", { code: 120 }], "no-var": "error", "prefer-const": "error",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_" }], "no-implicit-globals": "error" } }];
