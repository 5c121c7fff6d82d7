import { createInterface } from 'node:readline';

/** A process's log output. */
export type ServiceOutput = {
  /** Its last lines so far, for a person who looks for the cause. */
  last(): string;
  /** Resolves when there will be no more. */
  readonly ended: Promise<void>;
};

const MOST_LINES = 20;
const MOST_CHARACTERS = 500;

/** Hands on each line, cut to a bounded length. All of it is read: a full pipe would stop the process. */
export function listenTo(stream: NodeJS.ReadableStream, hear: (line: string) => void): ServiceOutput {
  const lines: string[] = [];
  const listen = async (): Promise<void> => {
    for await (const line of createInterface({ input: stream })) {
      const text = line.slice(0, MOST_CHARACTERS).trimEnd();
      if (text === '') continue;
      lines.push(text);
      if (lines.length > MOST_LINES) lines.shift();
      hear(text);
    }
  };
  return { last: () => lines.join('\n'), ended: listen() };
}

/** The line that says why, in the last lines of a process: Node ends a crash with the frames of the stack and its version. */
export function reasonIn(lines: string): string {
  const said = lines.split('\n').filter((line) => !/^\s|^Node\.js v/.test(line));
  return said.at(-1) ?? '';
}
