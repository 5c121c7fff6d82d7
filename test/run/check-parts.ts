import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot, spawnTool, type ToolEnd } from './spawn-tool.ts';

/** One part of `npm run check`: its subject, and the command that checks it. */
export type CheckPart = { readonly name: string; readonly command: readonly string[] };

/** How one part ended; `passed` is false also when the tool looked at nothing. */
export type CheckResult = { readonly part: CheckPart; readonly end: ToolEnd; readonly passed: boolean };

const rooms = ['assets', 'bin', 'build', 'contract', 'service', 'main', 'preload', 'renderer', 'test'];

/** A later run checks only what has changed since, and what depends on it. */
const KEPT_TYPES = ['--incremental', '--tsBuildInfoFile', 'test-results/types.tsbuildinfo'];

/** The same for what each file imports and exports: kept by its size and time of change. */
const KEPT_FILES = ['--cache', '--cache-location', 'test-results/knip'];

/**
 * The compiler and the lint are programs in Go. With four times the usual growth between two collections of garbage they take a fifth less time and no
 * more memory.
 */
const FEW_COLLECTIONS = { GOGC: '400' };

/** The parts of the check, the slowest first, so that two cores end together. */
export function checkParts(): readonly CheckPart[] {
  const present = rooms.filter((room) => existsSync(path.join(repositoryRoot, room)));
  return [
    // In one thread: more of them check shared types more than once, and the other parts use the other core.
    { name: 'types', command: ['tsc', '-p', 'tsconfig.json', '--singleThreaded', ...KEPT_TYPES] },
    { name: 'lint', command: ['oxlint', '--deny-warnings'] },
    { name: 'import table', command: ['depcruise', '--config', '.dependency-cruiser.mjs', ...present] },
    { name: 'dead code', command: ['knip', '--no-progress', ...KEPT_FILES] },
    { name: 'format', command: ['biome', 'check', '--error-on-warnings'] },
    { name: 'packaging', command: ['node', 'test/run/check-packaging.ts'] },
  ];
}

/** Runs the parts, three at a time, reporting each as it ends, and never stops at the first that fails. */
export async function runCheckParts(
  parts: readonly CheckPart[],
  report: (result: CheckResult) => void,
): Promise<readonly CheckResult[]> {
  const waiting = [...parts];
  const results: CheckResult[] = [];
  const runNext = async (): Promise<void> => {
    const part = waiting.shift();
    if (part === undefined) return;
    const end = await spawnTool({ command: part.command, echo: false, env: FEW_COLLECTIONS });
    const result = { part, end, passed: end.code === 0 && lookedAtSomething(end.output) };
    results.push(result);
    report(result);
    return runNext();
  };
  await Promise.all([runNext(), runNext(), runNext()]);
  return results;
}

/** A tool that cannot read TypeScript says so by counting nothing and succeeding: that is a failure here. */
function lookedAtSomething(output: string): boolean {
  return !/\(0 modules|Checked 0 files|\bon 0 files/.test(output);
}
