import { registerHooks } from 'node:module';
import '../electron-fs/register.ts';

/** Loaded before the application (`node --import`): whoever asks for `electron` gets the stand-in, under the name that it has there. */
const standIn = new URL('./electron.ts', import.meta.url).href;
const url = `data:text/javascript,export { electron as default } from ${encodeURIComponent(JSON.stringify(standIn))}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, format: 'module', shortCircuit: true } : next(specifier, context),
});
