import { readFile } from 'node:fs/promises';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { withGroupAsAncestor } from './build/group-ancestors.ts';
import { languageIds } from './renderer/texts/language.ts';

/** The window: one page for both Electron and the headless host's loopback address. */
export default defineConfig({
  root: path.join(import.meta.dirname, 'renderer'),
  base: './',
  plugins: [react(), tailwindcss(), firstFrame(), ourLanguages(), withoutJsonSchemas()],
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'groups-as-ancestors',
          Once(styles) {
            styles.walkRules((rule) => {
              rule.selectors = rule.selectors.map(withGroupAsAncestor);
            });
          },
        },
      ],
    },
  },
  build: {
    outDir: path.join(import.meta.dirname, 'dist/renderer'),
    emptyOutDir: true,
    target: 'es2024',
    // The strict Content Security Policy forbids inline code and styles.
    assetsInlineLimit: 0,
    // The page loads from this computer, so size does not matter, and measuring the compressed size slows the build.
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script waits for the language catalogue, so the catalogue's dependencies must not be in the first script.
        codeSplitting: {
          groups: [
            { name: 'first-frame', test: /renderer\/first-frame\.ts$/ },
            { name: 'format', test: /renderer\/texts\/(format|intl|format-words|language)\.ts$/ },
            // Bundle the first page into few files: forty small requests take longer than their contents.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            { name: 'first', tags: ['$initial'] },
            // Modules shared by several pages form one file: Files alone would request ninety. Catalogues must stay out of it, since the first
            // script waits for them and this file imports the first script.
            { name: 'shared', test: /^(?!.*(texts|words)\/)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});

/**
 * Loads the first frame's style and script first and blocks rendering until then. The window's own scripts take longer and load after the first
 * paint. A browser without `blocking` support may paint too early, in the system's colours.
 */
function firstFrame(): Plugin {
  return {
    name: 'first-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/renderer/first-frame.ts')),
        );
        const lines = html.split('\n');
        const style = lines.find((line) => line.includes('rel="stylesheet"'));
        const script = lines.find((line) => chunk !== undefined && line.includes(chunk.fileName));
        if (style === undefined || script === undefined) throw new Error('The page names no style or no first script.');
        const others = lines.filter((line) => line !== style && line !== script);
        const at = others.findIndex((line) => line.includes('<script'));
        return others.toSpliced(at, 0, style, script.replace('<script', '<script blocking="render"')).join('\n');
      },
    },
  };
}

/** React Aria brings its few words in 34 languages, and bundles all of them. Only those of the window stay. */
function ourLanguages(): Plugin {
  let dropped = 0;
  return {
    name: 'our-languages',
    apply: 'build',
    load(id) {
      const language = /\/react-aria\/dist\/private\/intl\/\w+\/([a-z]+)-[A-Z]+\.mjs$/.exec(id)?.[1];
      if (language === undefined || languageIds.some((ours) => ours === language)) return null;
      dropped += 1;
      return 'export default {};';
    },
    buildEnd(error) {
      if (error === undefined && dropped === 0) throw new Error('React Aria keeps its languages in another place.');
    },
  };
}

/**
 * Drops zod's JSON Schema writer, a tenth of its size. The window doesn't use it, but every schema refers to it, so a bundler keeps it. The
 * exports of its two files throw instead.
 */
function withoutJsonSchemas(): Plugin {
  const left = new Set(['to-json-schema', 'json-schema-processors']);
  return {
    name: 'without-json-schemas',
    apply: 'build',
    async load(id) {
      const file = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.exec(id)?.[1];
      if (file === undefined) return null;
      left.delete(file);
      const names = exportedBy(await readFile(id, 'utf8')).map((name) => `missing as ${name}`);
      return `const missing = () => { throw new Error('This build writes no JSON Schema.'); };\nexport { ${names.join(', ')} };`;
    },
    buildEnd(error) {
      if (error === undefined && left.size > 0) throw new Error('zod keeps its JSON Schemas in another place.');
    },
  };
}

/** The names that a module exports, as zod writes its modules. */
const exportedBy = (code: string): readonly string[] =>
  [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)].flatMap(([, name, alias]) =>
    [name, alias].filter((one) => one !== undefined),
  );
