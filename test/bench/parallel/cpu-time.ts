import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of one part of a run while it was watched, in milliseconds. */
export type CpuTime = { readonly part: string; readonly ms: number };

/** The cost of a run: CPU time of each part, and the busy cores of the whole machine. */
export type CpuUse = { readonly parts: readonly CpuTime[]; readonly busyCores: number };

/** Processes of each part, by name. */
export type Parts = Readonly<Record<string, () => readonly number[]>>;

const msPerTick = 10;

/** Begins to watch, and returns the use so far when called (Linux). */
export function watchCpu(parts: Parts): () => CpuUse {
  const pids = Object.entries(parts).map(([part, find]) => ({ part, before: sumOf(find()), find }));
  const [startedAt, busyBefore] = [performance.now(), busyMs()];
  return () => ({
    parts: pids.map(({ part, before, find }) => ({ part, ms: sumOf(find()) - before })),
    busyCores: (busyMs() - busyBefore) / (performance.now() - startedAt),
  });
}

/** A process and its children. The time of ended children counts for the process itself. */
export function familyOf(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => fieldsOf(Number(name))[1] === String(pid));
  return [pid, ...children.map(Number)];
}

/** The parent of a process. */
export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1]);
}

function sumOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
}

/** utime, stime, cutime and cstime: see proc_pid_stat(5). */
function cpuMs(pid: number): number {
  const ticks = fieldsOf(pid).slice(11, 15);
  return ticks.reduce((sum, each) => sum + Number(each), 0) * msPerTick;
}

/** The fields behind the name, which may contain blanks; none when the process has ended. */
function fieldsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** Everything but idle and iowait of all cores. */
function busyMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return ticks.reduce((sum, each, index) => (index === 3 || index === 4 ? sum : sum + each), 0) * msPerTick;
}
