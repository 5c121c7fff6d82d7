import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The window: one page, the same for Electron and for the loopback address of the headless host. */
export default defineConfig({
  root: path.join(import.meta.dirname, 'renderer'),
  base: './',
  plugins: [react(), tailwindcss()],
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
          groups: [{ name: 'format', test: /renderer\/(style\/(format|intl)|texts\/(format-words|language))\.ts$/ }],
        },
      },
    },
  },
});
