// What a linter checks of the page's JavaScript: `npm run check`.

import js from "@eslint/js";
import globals from "globals";

export default [js.configs.recommended, { files: ["src/outflank/web/static/js/**/*.js"],
  languageOptions: { globals: globals.browser },
  rules: { eqeqeq: "error", "max-len": ["error", { code: 120 }], "no-var": "error", "prefer-const": "error",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_" }], "no-implicit-globals": "error" } }];
