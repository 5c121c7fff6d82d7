import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps what Node makes of the TypeScript sources, so that the next start and every thread load that instead of the compiler:
 * half the time to start, some 20 MB less in the program and 20 MB less in each of its threads. In a folder of the person's own,
 * never in the shared temporary one, where others could put code. A cache that cannot be written is no harm.
 */
export function keepCompiledSources() {
  // Threads look here, not at what the program has enabled for itself.
  process.env.NODE_COMPILE_CACHE ??= join(cacheFolder(), 'compiled');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

function cacheFolder() {
  const { env, platform } = process;
  if (env.TANDEM_HOME) return join(env.TANDEM_HOME, 'cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Tandem');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Tandem', 'Cache');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tandem');
}
