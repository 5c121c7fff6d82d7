import { openService } from '../../../service/app.ts';
import { collectReleasedBlobs } from '../../../service/domain/upkeep/collect-blobs.ts';
import { openChance } from '../../simulation/world/chance.ts';
import { eventually, tandemService } from '../../support/programs/processes.ts';
import { callerOf, type ServiceCaller } from '../../support/service/callers/service-caller.ts';
import { checkDatabase } from './check-database.ts';
import { type History, openHistory, type Person } from './history.ts';
import { workInParallel } from './parallel-worker.ts';
import type { Disturbance, Stage } from './stage.ts';
import { compareStreams, followStream, type StreamFollower } from './stream-follower.ts';

/** The plan of a run on a stage. */
export type ParallelPlan = {
  readonly seed: number;
  readonly stage: Stage;
  /** The run ends after this many acknowledged changes and this time, whichever comes later. */
  readonly changes: number;
  readonly leastMs?: number;
  /** The disturbances, in this order; `shuffle` mixes them. */
  readonly disturbances: readonly Disturbance[];
  readonly say: (line: string) => void;
};

/** The work of a run, and the violations it found. */
export type ParallelReport = {
  readonly changes: number;
  readonly events: number;
  readonly refusals: number;
  readonly unknown: number;
  readonly collected: number;
  /** How long after it began each disturbance still cost a request its answer. */
  readonly disturbed: readonly { readonly name: string; readonly lostForMs: number }[];
  readonly violations: readonly string[];
};

const owners = 4;
const workersEach = 2;

/**
 * Lets many people change, move, copy and share at once, disturbs the service meanwhile, and checks everything that was
 * acknowledged, every stream and the tables in the end.
 */
export async function runParallel(plan: ParallelPlan): Promise<ParallelReport> {
  const { doors, token } = plan.stage;
  const admins = doors.map((door) => callerOf(door, token));
  const people = await makePeople(admins);
  const history = openHistory();
  const followers = people.map((person) => followStream(person.callers, history.violations));
  followers.push(followStream(admins, history.violations, 'admin_logs'));
  const { collected, begun } = await load(plan, { people, history, followers });
  await check(plan.stage, { people, history, followers }, admins);
  return {
    changes: history.changes.length,
    events: followers.reduce((sum, { seen }) => sum + seen.length, 0),
    refusals: [...history.refusals.values()].reduce((sum, count) => sum + count, 0),
    unknown: history.lostAt.length,
    collected,
    disturbed: begun.map(({ name, at }, index) => {
      const until = begun[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      const last = history.lostAt.findLast((lost) => lost >= at && lost < until);
      return { name, lostForMs: last === undefined ? 0 : last - at };
    }),
    violations: history.violations,
  };
}

/** The disturbances in another order. */
export function shuffle(disturbances: readonly Disturbance[], seed: number): readonly Disturbance[] {
  const chance = openChance(seed, 'disturbances');
  const rest = [...disturbances];
  return disturbances.flatMap(() => rest.splice(chance.below(rest.length), 1));
}

async function makePeople(admins: readonly ServiceCaller[]): Promise<readonly Person[]> {
  const people = await Promise.all(Array.from({ length: owners }, async (_, index) => makePerson(admins, index)));
  const sharing = people.map(async ({ callers, id: ownerId, sharedFolderId }) => {
    for (const { login } of people.filter((person) => person.id !== ownerId)) {
      const item = { type: 'folder', id: sharedFolderId };
      await post(callers[0], '/collaborations', { item, accessible_by: { type: 'user', login }, role: 'editor' });
    }
  });
  await Promise.all(sharing);
  return people;
}

async function makePerson(admins: readonly ServiceCaller[], index: number): Promise<Person> {
  const [admin] = admins;
  if (!admin) throw new Error('No process runs.');
  const name = `p${index}`;
  const account = { name, login: `${name}@example.com` };
  const { id, login } = (index === 0 ? await admin.get('/users/me') : await post(admin, '/users', account)).json;
  const callers = admins.map((each) => asUser(each, id));
  const own = await post(callers[0], '/folders', { name: `own ${name}`, parent: { id: '0' } });
  const shared = await post(callers[0], '/folders', { name: `shared ${name}`, parent: { id: own.json.id } });
  return { id, name, login, callers, ownFolderId: own.json.id, sharedFolderId: shared.json.id };
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
  /** Of each person, and behind them of the administrators' log. */
  readonly followers: readonly StreamFollower[];
};

type Begun = { readonly name: string; readonly at: number };

/** Returns how many contents were collected meanwhile, and when each disturbance began. */
async function load(plan: ParallelPlan, { people, history, followers }: Load) {
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
  const collecting = collectUntilOver(plan.stage, () => isOver);
  const start = Date.now();
  const begun: Begun[] = [];
  try {
    await disturb(plan, history, begun);
    const isEnough = async () => history.changes.length >= plan.changes && Date.now() - start >= (plan.leastMs ?? 0);
    await eventually('enough changes are acknowledged', isEnough, 600_000 + (plan.leastMs ?? 0));
  } finally {
    isOver = true;
    await Promise.all([...running, ...reading]);
  }
  return { collected: await collecting, begun };
}

/** Collects released contents over and over, as a third process would, and at once: only locks keep it from being too early. */
async function collectUntilOver({ storage }: Stage, isOver: () => boolean): Promise<number> {
  let collected = 0;
  while (!isOver()) {
    try {
      await using opened = await openService(storage);
      while (!isOver()) {
        collected += await collectReleasedBlobs(opened.service, 0);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    } catch {
      // A part was killed. It comes back.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return collected;
}

async function disturb(plan: ParallelPlan, history: History, begun: Begun[]): Promise<void> {
  const chance = openChance(plan.seed, 'pauses');
  const pauseMs = Math.max(400, ((plan.leastMs ?? 0) * 0.9) / (plan.disturbances.length + 1));
  const haveGrown = async (when: string) => {
    const before = history.changes.length;
    await eventually(`changes are acknowledged ${when}`, async () => history.changes.length > before + 5, 120_000);
  };
  for (const { name, act } of plan.disturbances) {
    await haveGrown(`before this is killed: ${name}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + chance.fraction())));
    begun.push({ name, at: Date.now() });
    await act();
    plan.say(`${begun.length} (${name}): ${history.changes.length} changes acknowledged`);
  }
  await haveGrown('after the last kill');
}

async function check(
  { direct }: Stage,
  { people, history, followers }: Load,
  admins: readonly ServiceCaller[],
): Promise<void> {
  for (const [index, follower] of followers.entries()) {
    const person = people[index];
    await eventually('the stream is read to its end', follower.readOn, 60_000);
    const [callers, type] =
      person === undefined ? ([admins, 'admin_logs'] as const) : ([person.callers, 'changes'] as const);
    const whole = followStream(callers, history.violations, type);
    await eventually('the whole stream is read', whole.readOn, 60_000);
    compareStreams(person?.name ?? 'the administrators', follower.seen, whole.seen, history.violations);
    if (person !== undefined) checkAcknowledged(person, whole, history);
  }
  const { databaseUrl, flags } = direct();
  await checkDatabase(databaseUrl, history);
  const verified = await tandemService(['verify', ...flags]);
  if (verified.code !== 0) {
    history.violations.push(`verify ended with ${verified.code}: ${verified.stdout}${verified.stderr}`);
  }
}

/** A person who changed an item sees its event, once. */
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
    if (count === 1) continue;
    const others = seen
      .filter(({ source }) => source.id === itemId)
      .map((event) => `${event.event_type} (${event.source.etag})`);
    violations.push(
      `${person.name} has ${count} events for ${key}; there must be one. All of the item: ${others.join(', ')}.`,
    );
  }
}
