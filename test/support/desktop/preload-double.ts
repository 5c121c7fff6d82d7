import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import vm from 'node:vm';

/** Modules that a sandboxed preload may require: https://www.electronjs.org/docs/latest/tutorial/sandbox#preload-scripts */
const builtIn = ['events', 'timers', 'url'];

/**
 * Runs the preload as a sandboxed window does: one CommonJS file with only three Node modules, and a bridge that copies values and proxies
 * functions.
 */
export async function runPreload(file: string, answers: (channel: string, ...args: unknown[]) => unknown) {
  const ipcRenderer = Object.assign(new EventEmitter(), {
    sent: [] as unknown[][],
    invoke: async (channel: string, ...args: unknown[]) => structuredClone(answers(channel, ...structuredClone(args))),
    send: (...message: unknown[]) => void ipcRenderer.sent.push(structuredClone(message)),
  });
  const world = new Map<string, unknown>();
  const location = { hash: '#/' };
  const electron = {
    ipcRenderer,
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => world.set(name, overBridge(api)) },
    webUtils: { getPathForFile: (given: unknown) => (given instanceof File ? `/home/ann/${given.name}` : '') },
  };
  const modules = new Map<string, unknown>([['electron', electron]]);
  for (const name of builtIn) modules.set(name, await import(`node:${name}`));
  const require = (name: string): unknown => {
    const found = modules.get(name.replace(/^node:/, ''));
    if (found === undefined) throw new Error(`module not found: ${name}`);
    return found;
  };
  const module = { exports: {} };
  const globals = { require, module, exports: module.exports, location, console, URL, setTimeout, clearTimeout };
  vm.runInNewContext(await readFile(file, 'utf8'), globals, { filename: file });
  return { ipcRenderer, world, location };
}

/** Copies like `contextBridge`: proxies functions, keeps files, and refuses values that cannot be copied. */
function overBridge(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...args: unknown[]): unknown => overBridge(Reflect.apply(value, null, args.map(overBridge)));
  }
  if (typeof value === 'symbol') throw new TypeError('a symbol does not go over the bridge');
  if (typeof value !== 'object' || value === null || value instanceof File) return value;
  if ('then' in value && typeof value.then === 'function') return Promise.resolve(value).then(overBridge);
  if (Array.isArray(value)) return value.map(overBridge);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, overBridge(part)]));
}
