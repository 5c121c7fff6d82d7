import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminLogEntries, type Door, having } from '../../../support/service/callers/admin-log.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let bob: TestPerson;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
  bob = await service.addPerson('bob@example.com', 'Bob');
});
afterAll(() => service.stop());

const fresh = (what: string) => `${what} ${++made}`;
const idOf = async (path: string, body: object) => (await ann.post(path, body)).json.id;
const newFolder = () => idOf('/folders', { name: fresh('folder'), parent: { id: '0' } });

const makeHold = () => ann.post('/legal_hold_policies', { policy_name: fresh('hold'), is_ongoing: true });
const newHold = async () => (await makeHold()).json.id;
const holdBob = (policy_id: string) =>
  ann.post('/legal_hold_policy_assignments', { policy_id, assign_to: { type: 'user', id: bob.id } });
const newHoldAssignment = async () => (await holdBob(await newHold())).json.id;
const makeRetention = (more: object = {}) =>
  ann.post('/retention_policies', {
    policy_name: fresh('retention'),
    policy_type: 'finite',
    retention_length: 10,
    disposition_action: 'remove_retention',
    ...more,
  });
const newRetention = async (more?: object) => (await makeRetention(more)).json.id;
const retain = (policy_id: string, folder: string) =>
  ann.post('/retention_policy_assignments', { policy_id, assign_to: { type: 'folder', id: folder } });

const newRetainedFile = async () => {
  const folder = await newFolder();
  await retain(await newRetention({ can_owner_extend_retention: true }), folder);
  return String((await ann.upload({ name: fresh('file'), parent: { id: folder } }, 'text')).json.entries[0]?.id);
};
const disposition_at = new Date(Date.now() + 20 * 24 * 3_600_000).toISOString();
const postpone = (file: string) => ann.put(`/files/${file}`, { disposition_at });

const governance: readonly Door[] = [
  ['a hold', async () => makeHold, ['LEGAL_HOLD_POLICY_CREATE']],
  [
    'an edited hold',
    having(newHold, (id) => ann.put(`/legal_hold_policies/${id}`, { description: 'text' })),
    ['LEGAL_HOLD_POLICY_UPDATE'],
  ],
  ['a deleted hold', having(newHold, (id) => ann.delete(`/legal_hold_policies/${id}`)), ['LEGAL_HOLD_POLICY_DELETE']],
  ['a hold on a person', having(newHold, holdBob), ['LEGAL_HOLD_ASSIGNMENT_CREATE']],
  [
    'a removed hold on a person',
    having(newHoldAssignment, (id) => ann.delete(`/legal_hold_policy_assignments/${id}`)),
    ['LEGAL_HOLD_ASSIGNMENT_DELETE'],
  ],
  ['a retention policy', async () => () => makeRetention(), ['DATA_RETENTION_CREATE_RETENTION']],
  [
    'a shortened retention policy',
    having(newRetention, (id) => ann.put(`/retention_policies/${id}`, { retention_length: 1 })),
    ['DATA_RETENTION_CREATE_RETENTION'],
  ],
  [
    'no retention policy that stays as it is',
    having(newRetention, (id) => ann.put(`/retention_policies/${id}`, { retention_length: 10 })),
    [],
  ],
  [
    'a retired retention policy',
    having(newRetention, (id) => ann.put(`/retention_policies/${id}`, { status: 'retired' })),
    ['DATA_RETENTION_REMOVE_RETENTION'],
  ],
  [
    'a deleted retention policy',
    having(newRetention, (id) => ann.delete(`/retention_policies/${id}`)),
    ['DATA_RETENTION_REMOVE_RETENTION'],
  ],
  [
    'a deleted retention policy with an assignment',
    async () => {
      const id = await newRetention();
      await retain(id, await newFolder());
      return () => ann.delete(`/retention_policies/${id}`);
    },
    ['DATA_RETENTION_REMOVE_RETENTION', 'DATA_RETENTION_REMOVE_RETENTION'],
  ],
  ['a postponed disposition', having(newRetainedFile, (id) => postpone(id)), ['EDIT']],
  [
    'the retention of a folder',
    async () => {
      const [policy, folder] = [await newRetention(), await newFolder()];
      return () => retain(policy, folder);
    },
    ['RETENTION_POLICY_ASSIGNMENT_ADD', 'DATA_RETENTION_CREATE_RETENTION'],
  ],
  [
    'the removed retention of a folder',
    async () => {
      const { id } = (await retain(await newRetention(), await newFolder())).json;
      return () => ann.delete(`/retention_policy_assignments/${id}`);
    },
    ['DATA_RETENTION_REMOVE_RETENTION'],
  ],
];

test.each(governance)('the administrators’ log has %s', async (_change, setUp, types) => {
  const entries = await adminLogEntries(service, ann, await setUp());
  expect(entries.map(({ event_type }) => event_type)).toEqual(types);
  for (const { created_by } of entries) expect(created_by.id).toBe(service.person.id);
});

describe('the administrators’ log says what of a retention policy changed', () => {
  const changeOf = async (id: string, change: () => ReturnType<ServiceCaller['put']>) => {
    const entries = await adminLogEntries(service, ann, change);
    const [entry] = entries;
    expect(entry?.source).toMatchObject({ type: 'retention_policy', id });
    return entry;
  };

  test('shorter, and deleting at its end: the settings before and after, and no others', async () => {
    const id = await newRetention();
    const changes = { retention_length: 1, disposition_action: 'permanently_delete' };
    expect(await changeOf(id, () => ann.put(`/retention_policies/${id}`, changes))).toMatchObject({
      source: { retention_length: '1', disposition_action: 'permanently_delete' },
      additional_details: {
        change: 'updated',
        before: { retention_length: '10', disposition_action: 'remove_retention' },
        after: { retention_length: '1', disposition_action: 'permanently_delete' },
      },
    });
    const recipients = [{ id: bob.id }];
    const told = await changeOf(id, () =>
      ann.put(`/retention_policies/${id}`, { custom_notification_recipients: recipients }),
    );
    expect(Reflect.get(told ?? {}, 'additional_details')).toEqual({
      service_id: expect.any(String),
      change: 'updated',
      before: { custom_notification_recipients: [] },
      after: { custom_notification_recipients: [{ type: 'user', id: bob.id }] },
    });
  });

  test('retired, and deleted', async () => {
    const id = await newRetention({ description: 'for the auditors' });
    expect(await changeOf(id, () => ann.put(`/retention_policies/${id}`, { status: 'retired' }))).toMatchObject({
      additional_details: { change: 'retired', before: { status: 'active' }, after: { status: 'retired' } },
    });
    expect(await changeOf(id, () => ann.delete(`/retention_policies/${id}`))).toMatchObject({
      additional_details: { change: 'deleted', before: { description: 'for the auditors' }, after: null },
    });
  });

  test('created, with all of its settings', async () => {
    const [entry] = await adminLogEntries(service, ann, () => makeRetention({ description: 'for the auditors' }));
    expect(entry).toMatchObject({
      additional_details: { change: 'created', before: null, after: { description: 'for the auditors' } },
    });
  });

  test('a postponed disposition names both dates', async () => {
    const id = await newRetainedFile();
    const before = Reflect.get((await ann.get(`/files/${id}?fields=disposition_at`)).json, 'disposition_at');
    const [entry] = await adminLogEntries(service, ann, () => postpone(id));
    expect(entry).toMatchObject({ source: { item_id: id } });
    expect(Reflect.get(entry ?? {}, 'additional_details')).toMatchObject({
      old_disposition_at: before,
      new_disposition_at: expect.stringContaining(disposition_at.slice(0, 19)),
    });
  });
});
