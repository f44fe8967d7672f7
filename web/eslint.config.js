import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'generated/', 'node_modules/', 'screenshots/', 'test-results/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript knows which names exist.
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      // A space that is written out survives reformatting.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    files: ['src/**'],
    ignores: ['**/*.test.ts', 'src/lib/base/transport/endpoint.ts', 'src/lib/base/protocol/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Literal[value=/^.api./], TemplateElement[value.raw=/^.api./])',
          message: 'The endpoints of the server are in protocol/endpoints/.',
        },
      ],
    },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
);
