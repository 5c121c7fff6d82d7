/**
 * `npm run simulate -- [--seeds N] [--seed S] [--minutes M] [--replay FILE]`: plays scripts until a number of seeds or a time is
 * over, says what was reached, and for every violation the seed, what happened, and a file to replay it from. Ends with 1 when
 * there was a violation.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { edgeCasesReached } from './edge-cases.ts';
import { inWords, readScript, type Script, scriptOf } from './script.ts';
import { shrink } from './shrink.ts';
import { type Outcome, simulate } from './simulate.ts';
import { createServiceHost, type ServiceHost } from './world/service-host.ts';

const FOLDER = 'test-results';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      replay: { type: 'string' },
    },
  });
  const host = await createServiceHost();
  if (values.replay !== undefined) return replay(host, values.replay);
  const first = values.seed === undefined ? 1 : wholeNumber('--seed', values.seed);
  const alone = values.seed !== undefined && values.seeds === undefined && values.minutes === undefined;
  const seeds = values.seeds === undefined ? null : wholeNumber('--seeds', values.seeds);
  const minutes = values.minutes === undefined ? null : wholeNumber('--minutes', values.minutes);
  const endMs = minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const last = first + (alone ? 1 : (seeds ?? (minutes === null ? 300 : Number.MAX_SAFE_INTEGER - first)));
  return play(host, first, last, endMs);
}

async function play(host: ServiceHost, first: number, last: number, endMs: number): Promise<number> {
  const reached = new Map<string, number>();
  const began = Date.now();
  let failures = 0;
  let seed = first;
  for (; seed < last && Date.now() < endMs; seed++) {
    const script = scriptOf(seed);
    const outcome = await simulate(host, script);
    for (const [what, times] of outcome.reached) reached.set(what, (reached.get(what) ?? 0) + times);
    if (outcome.violations.length === 0) continue;
    failures += 1;
    await report(host, script);
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${seed - first} seeds (${first} to ${seed - 1}) in ${seconds} s, ${failures} with a violation.`);
  const cases = [...edgeCasesReached(reached)].sort(([a], [b]) => a - b);
  console.log(`Edge cases reached: ${cases.map(([edgeCase, times]) => `E${edgeCase} ${times}x`).join(', ')}.`);
  return failures === 0 ? 0 : 1;
}

async function report(host: ServiceHost, script: Script): Promise<void> {
  const { script: short, outcome } = await shrink(host, script);
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `simulation-${script.seed}.json`);
  writeFileSync(file, `${JSON.stringify(short, null, 2)}\n`);
  tell(short, outcome);
  console.log(`Play it again: npm run simulate -- --replay ${file}\n`);
}

async function replay(host: ServiceHost, file: string): Promise<number> {
  const script = readScript(JSON.parse(readFileSync(file, 'utf8')));
  const outcome = await simulate(host, script, { keepLines: true });
  for (const line of outcome.lines) console.log(line);
  tell(script, outcome);
  return outcome.violations.length === 0 ? 0 : 1;
}

function tell(script: Script, outcome: Outcome): void {
  console.log(inWords(script));
  console.log(outcome.done.join('\n'));
  for (const { rule, what } of outcome.violations) console.log(`VIOLATION ${rule}: ${what}`);
  if (outcome.violations.length === 0) console.log('No violation.');
}

function wholeNumber(flag: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  console.error(`${flag} must be a whole number above 0; "${text}" is none.`);
  process.exit(2);
}

process.exitCode = await main();
