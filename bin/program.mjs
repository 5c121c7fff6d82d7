import { readFileSync, statSync } from 'node:fs';

/**
 * The module of a program: the built one if every source is as it was when it was built, otherwise the source. Built ones start in
 * half the time, and nobody ever runs one that is older than the sources beside it.
 */
export function programModule(name, source) {
  const folder = new URL('../dist/programs/', import.meta.url);
  try {
    const times = JSON.parse(readFileSync(new URL('sources.json', folder), 'utf8'));
    const isSame = times.every(([file, time]) => statSync(new URL(`../${file}`, import.meta.url)).mtimeMs === time);
    if (isSame) return new URL(`${name}.mjs`, folder).href;
  } catch {
    // There is no build, or a source is gone.
  }
  return new URL(`../${source}`, import.meta.url).href;
}
