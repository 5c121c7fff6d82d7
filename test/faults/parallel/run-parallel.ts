import { openService } from '../../../service/app.ts';
import { collectReleasedBlobs } from '../../../service/domain/upkeep/collect-blobs.ts';
import { readBlobPlace, readDatabasePlace } from '../../../service/storage-config.ts';
import { type Chance, openChance } from '../../simulation/world/chance.ts';
import { createPerson, eventually, type ServiceProcess, startService, tandemService } from '../../support/processes.ts';
import { callerOf, type ServiceCaller } from '../../support/service-caller.ts';
import { openSlowLine, throughLine } from '../../support/slow-line.ts';
import { checkDatabase } from './check-database.ts';
import { type History, openHistory, type Person } from './history.ts';
import { workInParallel } from './parallel-worker.ts';
import { compareStreams, followStream, type StreamFollower } from './stream-follower.ts';

/** Two processes on one PostgreSQL and one bucket, and what happens to them. */
export type ParallelPlan = {
  readonly seed: number;
  /** The run ends after this many acknowledged changes and this time, whichever comes later. */
  readonly changes: number;
  readonly leastMs?: number;
  /** Added to every round trip to the database. */
  readonly latencyMs: number;
  /** How often one of the two processes, or the database, is killed. */
  readonly processKills: number;
  readonly databaseKills: number;
  readonly database: { readonly url: string; kill?(): Promise<void>; start?(): Promise<void> };
  readonly blobs: string;
  readonly say: (line: string) => void;
};

/** What was done, and what was found that must not be. */
export type ParallelReport = {
  readonly changes: number;
  readonly events: number;
  readonly refusals: number;
  readonly unknown: number;
  readonly collected: number;
  readonly violations: readonly string[];
};

const owners = 4;
const workersEach = 2;

/** A data directory that neither process may need. */
const nowhere = '/nonexistent/tandem';

/**
 * Lets many people change, move, copy and share at once on two processes, kills processes and the database meanwhile, and checks
 * everything that was acknowledged, every stream and the tables in the end.
 */
export async function runParallel(plan: ParallelPlan): Promise<ParallelReport> {
  const line = await openSlowLine(new URL(plan.database.url), plan.latencyMs);
  const storage = ['--database', throughLine(plan.database.url, line), '--blobs', plan.blobs];
  const direct = ['--database', plan.database.url, '--blobs', plan.blobs];
  const flags = [...storage, '--rate-limit', 'off'];
  const processes: ServiceProcess[] = [];
  try {
    const token = await createPerson(nowhere, 'p0@example.com', direct);
    processes.push(...(await Promise.all([startService(nowhere, 0, flags), startService(nowhere, 0, flags)])));
    const people = await makePeople(processes, token);
    const history = openHistory();
    const followers = people.map((person) => followStream(person.callers, history.violations));
    const restart = async (index: number) => {
      const old = processes[index];
      if (!old) throw new Error(`There is no process ${index}.`);
      await old.kill('SIGKILL');
      processes[index] = await startService(nowhere, Number(new URL(old.baseUrl).port), flags);
    };
    const collected = await load(plan, { people, history, followers, restart });
    await check(plan, { people, history, followers, direct });
    return reportOf(history, followers, collected);
  } finally {
    await Promise.all(processes.map((each) => each.kill('SIGKILL')));
    await line.close();
  }
}

async function makePeople(processes: readonly ServiceProcess[], token: string): Promise<readonly Person[]> {
  const admins = processes.map((each) => callerOf(each, token));
  const people = await Promise.all(Array.from({ length: owners }, async (_, index) => makePerson(admins, index)));
  const sharing = people.map(async ({ callers, id: ownerId, sharedFolderId }) => {
    for (const { id } of people.filter((person) => person.id !== ownerId)) {
      const item = { type: 'folder', id: sharedFolderId };
      await post(callers[0], '/collaborations', { item, accessible_by: { type: 'user', id }, role: 'editor' });
    }
  });
  await Promise.all(sharing);
  return people;
}

async function makePerson(admins: readonly ServiceCaller[], index: number): Promise<Person> {
  const [admin] = admins;
  if (!admin) throw new Error('No process runs.');
  const name = `p${index}`;
  const login = `${name}@example.com`;
  const { id } = (index === 0 ? await admin.get('/users/me') : await post(admin, '/users', { name, login })).json;
  const callers = admins.map((each) => asUser(each, id));
  const own = await post(callers[0], '/folders', { name: `own ${name}`, parent: { id: '0' } });
  const shared = await post(callers[0], '/folders', { name: `shared ${name}`, parent: { id: own.json.id } });
  return { id, name, callers, ownFolderId: own.json.id, sharedFolderId: shared.json.id };
}

async function post(caller: ServiceCaller | undefined, path: string, body: object) {
  const answer = await caller?.post(path, body);
  if (answer?.status === 201) return answer;
  throw new Error(`POST ${path} answered ${answer?.status}: ${answer?.json.message}`);
}

/** The administrator's token, acting as another person. */
function asUser(admin: ServiceCaller, id: string): ServiceCaller {
  const as = { 'as-user': id };
  return {
    ...admin,
    get: (path, headers) => admin.get(path, { ...headers, ...as }),
    post: (path, body, headers) => admin.post(path, body, { ...headers, ...as }),
    put: (path, body, headers) => admin.put(path, body, { ...headers, ...as }),
    delete: (path, headers) => admin.delete(path, { ...headers, ...as }),
    upload: (attributes, content, path, headers) => admin.upload(attributes, content, path, { ...headers, ...as }),
  };
}

type Load = {
  readonly people: readonly Person[];
  readonly history: History;
  readonly followers: readonly StreamFollower[];
  readonly restart: (index: number) => Promise<void>;
};

/** Returns how many contents were collected meanwhile. */
async function load(plan: ParallelPlan, { people, history, followers, restart }: Load): Promise<number> {
  let isOver = false;
  plan.say('load begins');
  const running = people.flatMap((person, index) =>
    Array.from({ length: workersEach }, (_, worker) =>
      workInParallel(plan.seed, index * workersEach + worker, {
        person,
        people,
        history,
        isOver: () => isOver,
        pause: async () => new Promise((resolve) => setTimeout(resolve, 50)),
      }),
    ),
  );
  const reading = followers.map(async ({ readOn }) => {
    while (!isOver) {
      await readOn();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  const collecting = collectUntilOver(plan, () => isOver);
  const begun = Date.now();
  try {
    await disturb(plan, history, openChance(plan.seed, 'kills'), restart);
    const isEnough = async () => history.changes.length >= plan.changes && Date.now() - begun >= (plan.leastMs ?? 0);
    await eventually('enough changes are acknowledged', isEnough, 600_000 + (plan.leastMs ?? 0));
  } finally {
    isOver = true;
    await Promise.all([...running, ...reading]);
  }
  return collecting;
}

/** Collects released contents over and over, as a third process would, and at once: only locks keep it from being too early. */
async function collectUntilOver(plan: ParallelPlan, isOver: () => boolean): Promise<number> {
  const places = {
    database: readDatabasePlace(`${plan.database.url}?pool=2`, '/'),
    blobs: readBlobPlace(plan.blobs, '/'),
    signal: { kind: 'database' as const },
  };
  let collected = 0;
  while (!isOver()) {
    try {
      await using opened = await openService({ dataDirectory: nowhere, ...places });
      while (!isOver()) {
        collected += await collectReleasedBlobs(opened.service, 0);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    } catch {
      // The database was killed. It comes back.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return collected;
}

async function disturb(plan: ParallelPlan, history: History, chance: Chance, restart: Load['restart']): Promise<void> {
  const kills = [
    ...Array.from({ length: plan.processKills }, () => 'process' as const),
    ...Array.from({ length: plan.databaseKills }, () => 'database' as const),
  ];
  const pauseMs = Math.max(400, ((plan.leastMs ?? 0) * 0.9) / (kills.length + 1));
  for (let done = 1; kills.length > 0; done++) {
    const before = history.changes.length;
    const hasGrown = async () => history.changes.length > before + 5;
    await eventually('changes are acknowledged', hasGrown, 120_000);
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + chance.fraction())));
    const [kind] = kills.splice(chance.below(kills.length), 1);
    if (kind === 'process') await restart(chance.below(2));
    else {
      await plan.database.kill?.();
      await plan.database.start?.();
    }
    plan.say(`kill ${done} (${kind}): ${history.changes.length} changes acknowledged`);
  }
}

type Checked = Omit<Load, 'restart'> & { readonly direct: readonly string[] };

async function check(plan: ParallelPlan, { people, history, followers, direct }: Checked): Promise<void> {
  for (const [index, person] of people.entries()) {
    const follower = followers[index];
    if (!follower) continue;
    await eventually('the stream is read to its end', follower.readOn, 60_000);
    const whole = followStream(person.callers, history.violations);
    await eventually('the whole stream is read', whole.readOn, 60_000);
    compareStreams(person.name, follower.seen, whole.seen, history.violations);
    checkAcknowledged(person, whole, history);
  }
  await checkDatabase(plan.database.url, history);
  const verified = await tandemService(['verify', ...direct]);
  if (verified.code !== 0) {
    history.violations.push(`verify ended with ${verified.code}: ${verified.stdout}${verified.stderr}`);
  }
}

/** Whoever changed something sees its event, once. */
function checkAcknowledged(person: Person, { seen }: StreamFollower, { changes, violations }: History): void {
  const counts = new Map<string, number>();
  for (const { event_type: type, source } of seen) {
    const key = `${type} of ${source.id} (etag ${source.etag})`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const { personId, eventType, itemId, etag } of changes) {
    if (personId !== person.id) continue;
    const key = `${eventType} of ${itemId} (etag ${etag})`;
    const count = counts.get(key) ?? 0;
    if (count !== 1) violations.push(`${person.name} has ${count} events for ${key}; there must be one.`);
  }
}

function reportOf(history: History, followers: readonly StreamFollower[], collected: number): ParallelReport {
  return {
    changes: history.changes.length,
    events: followers.reduce((sum, { seen }) => sum + seen.length, 0),
    refusals: [...history.refusals.values()].reduce((sum, count) => sum + count, 0),
    unknown: history.unknown,
    collected,
    violations: history.violations,
  };
}
