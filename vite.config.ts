import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The window: one page, the same for Electron and for the loopback address of the headless host. */
export default defineConfig({
  root: path.join(import.meta.dirname, 'renderer'),
  base: './',
  plugins: [react(), tailwindcss(), firstFrame()],
  build: {
    outDir: path.join(import.meta.dirname, 'dist/renderer'),
    emptyOutDir: true,
    target: 'es2024',
    // A strict Content Security Policy allows no inline data for code or style.
    assetsInlineLimit: 0,
    // The page comes from this computer: its size costs no one a wait, and measuring it compressed costs the build one.
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script waits for the catalogue of the language, so what a catalogue needs must not lie in the first script.
        codeSplitting: {
          groups: [
            { name: 'first-frame', test: /renderer\/(first-frame|state\/preferences\/kept-theme)\.ts$/ },
            { name: 'format', test: /renderer\/texts\/(format|intl|format-words|language)\.ts$/ },
            // What the first page needs comes in few files: forty small ones keep a browser waiting longer than all that is in them.
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});

/**
 * The style and the script of the first frame come first, and nothing is drawn without them; the window's own scripts, which take longer, come
 * after it was drawn. A browser that does not know `blocking` may draw it a moment too soon, in the colours of the system.
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
