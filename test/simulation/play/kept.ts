import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScript, type Script } from '../script.ts';

const KEPT = join(import.meta.dirname, '..', 'kept');

/** The scripts that once exposed a bug, by file; the name describes it. */
export const keptScripts = (): readonly (readonly [file: string, script: Script])[] =>
  readdirSync(KEPT).map((file) => [file, readScript(JSON.parse(readFileSync(join(KEPT, file), 'utf8')))]);
