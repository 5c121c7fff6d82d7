import { readFileSync } from 'node:fs';

/** Watches the resident memory of processes until `stop`, and gives the highest figure of each in megabytes (Linux). */
export function watchMemory(pids: () => readonly number[]): { stop(): ReadonlyMap<number, number> } {
  const peaks = new Map<number, number>();
  const look = () => {
    for (const pid of pids()) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, residentMegabytes(pid)));
  };
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return peaks;
    },
  };
}

/** Resident memory of a process in megabytes; 0 when it has ended (Linux). */
export function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0; // it has ended between two looks
  }
}
