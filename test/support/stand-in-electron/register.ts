import { registerHooks } from 'node:module';
import '../electron-fs/register.ts';

/** Preloaded with `node --import`: resolves `electron` to the stand-in. */
const standIn = new URL('./electron.ts', import.meta.url).href;
const url = `data:text/javascript,export { electron as default } from ${encodeURIComponent(JSON.stringify(standIn))}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, format: 'module', shortCircuit: true } : next(specifier, context),
});
