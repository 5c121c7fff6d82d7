import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChance } from '../simulation/world/chance.ts';
import { eventually, type ServiceProcess, startService, tandemService } from '../support/programs/processes.ts';
import { createPerson } from '../support/service/beside.ts';
import { callerOf, type ServiceCaller } from '../support/service/callers/service-caller.ts';
import { checkEvents, openEventReader } from './event-reader.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { isSame, lookAt, workUntilOver } from './worker.ts';

/** Which service is killed how often. `storage` are the flags that name its data; without any it is on files. */
export type KillPlan = {
  readonly kills: number;
  readonly seed: number;
  readonly storage: readonly string[];
  readonly say: (line: string) => void;
};

/** The work of a run, and the violations it found. */
export type KillReport = {
  readonly kills: number;
  readonly changes: number;
  readonly events: number;
  readonly files: number;
  readonly violations: readonly string[];
};

const workers = 5;

/** The time between a restart and the next kill, in milliseconds: at least, and how much longer at most. */
const leastLifeMs = 150;
const spreadMs = 900;

/**
 * Puts a real service under load, ends it with SIGKILL at random moments, starts it again, and compares everything
 * that it ever acknowledged with its final contents.
 */
export async function killService(plan: KillPlan): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-faults-'));
  const data = join(folder, 'data');
  let service = await startService(data, 0, plan.storage);
  try {
    const token = await createPerson(data, 'ann@example.com', plan.storage);
    const caller = callerOf(service, token);
    const ledger = openLedger();
    const restart = async () => {
      await service.kill('SIGKILL');
      service = await startService(data, Number(new URL(service.baseUrl).port), plan.storage);
    };
    const reader = openEventReader(caller, ledger);
    await load(plan, { caller, service, ledger, restart, readOn: reader.readOn });
    await reader.readOn();
    await checkFiles(caller, ledger);
    await checkEvents(caller, ledger, reader.seen);
    await service.kill('SIGTERM');
    await checkStore(data, plan.storage, ledger);
    const { changes, files, violations } = ledger;
    return { kills: plan.kills, changes: changes.length, events: reader.seen.size, files: files.size, violations };
  } finally {
    await service.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

type Load = {
  readonly caller: ServiceCaller;
  readonly service: ServiceProcess;
  readonly ledger: Ledger;
  readonly restart: () => Promise<void>;
  readonly readOn: () => Promise<void>;
};

async function load(plan: KillPlan, { caller, service, ledger, restart, readOn }: Load): Promise<void> {
  const { baseUrl, uploadUrl } = service;
  let isOver = false;
  const backUp = async () => {
    const isAlive = async () => (await caller.get('/users/me').catch(() => null))?.status === 200;
    await eventually('the service answers again', isAlive, 30_000);
  };
  const work = Array.from({ length: workers }, async (_, index) => {
    const name = `w${index}`;
    const made = await caller.post('/folders', { name, parent: { id: '0' } });
    if (made.status !== 201) throw new Error(`The folder of a worker answered ${made.status}.`);
    return { caller, uploadUrl, folderId: made.json.id, name, ledger, isOver: () => isOver, backUp };
  });
  const ready = await Promise.all(work);
  const running = ready.map(workUntilOver);
  const reading = (async () => {
    while (!isOver) {
      await readOn();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const chance = openChance(plan.seed, 'kills');
  for (let kill = 1; kill <= plan.kills; kill++) {
    const before = ledger.changes.length;
    await eventually('changes are acknowledged', async () => ledger.changes.length > before, 60_000);
    await new Promise((resolve) => setTimeout(resolve, leastLifeMs + chance.below(spreadMs)));
    await restart();
    plan.say(`kill ${kill} of ${plan.kills}: ${ledger.changes.length} changes acknowledged at ${baseUrl}`);
  }
  isOver = true;
  await Promise.all([...running, reading]);
}

async function checkFiles(caller: ServiceCaller, ledger: Ledger): Promise<void> {
  for (const file of ledger.files.values()) {
    const now = await lookAt({ caller }, file.id);
    if (now === null) ledger.violations.push(`${file.name} (${file.id}) was acknowledged and is missing.`);
    else if (!isSame(now, file)) {
      ledger.violations.push(
        `${file.name} is ${JSON.stringify(now)}, and was acknowledged as ${JSON.stringify(file)}.`,
      );
    }
  }
}

async function checkStore(data: string, storage: readonly string[], ledger: Ledger): Promise<void> {
  const verified = await tandemService(['verify', '--data', data, ...storage]);
  if (verified.code !== 0)
    ledger.violations.push(`verify ended with ${verified.code}: ${verified.stdout}${verified.stderr}`);
}
