import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../../contract/rules/limits.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestPerson, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let bob: TestPerson;
let ann: ServiceCaller;
let asBob: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  bob = await service.addPerson('bob@example.com', 'Bob');
  ann = callerOf(service, service.person.token);
  asBob = callerOf(service, bob.token);
});
afterAll(() => service.stop());

async function newFile(role?: string): Promise<string> {
  const uploaded = await ann.upload({ name: `file ${++made}.txt`, parent: { id: '0' } }, 'text');
  const id = uploaded.json.entries[0]?.id ?? '';
  if (role !== undefined) {
    const accessible_by = { type: 'user', login: bob.login };
    await ann.post('/collaborations', { item: { type: 'file', id }, accessible_by, role });
  }
  return id;
}

async function say(who: ServiceCaller, file: string, message = `words ${++made}`) {
  return who.post('/comments', { message, item: { type: 'file', id: file } });
}

async function typesSince(who: ServiceCaller, position: number, streamType: string): Promise<string[]> {
  const page = await who.get(`/events?stream_type=${streamType}&stream_position=${position}`);
  return page.json.entries.map((entry) => entry.event_type);
}

async function positionOf(who: ServiceCaller): Promise<number> {
  return (await who.get('/events?stream_position=now')).json.next_stream_position;
}

describe('comments', () => {
  test('are listed oldest first, by offset, and counted in comment_count', async () => {
    const file = await newFile();
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await say(ann, file)).json.id);
    const all = await ann.get(`/files/${file}/comments`);
    expect(all.json).toMatchObject({ total_count: 3, offset: 0, limit: 100 });
    expect(all.json.entries.map((entry) => entry.id)).toEqual(ids);
    const second = await ann.get(`/files/${file}/comments?offset=1&limit=1`);
    expect(second.json.entries.map((entry) => entry.id)).toEqual([ids[1]]);
    expect((await ann.get(`/files/${file}?fields=comment_count`)).json).toMatchObject({ comment_count: 3 });
    expect((await ann.get(`/folders/0/items?limit=1000&fields=comment_count`)).json.entries).toContainEqual(
      expect.objectContaining({ id: file, comment_count: 3 }),
    );
  });

  test('tagged_message mentions people, and message says it in plain words', async () => {
    const file = await newFile();
    const tagged_message = `@[${bob.id}:Bob] look here`;
    const made = await ann.post('/comments', { tagged_message, item: { type: 'file', id: file } });
    expect(made.json.message).toBe('@Bob look here');
    const shown = await ann.get(`/comments/${made.json.id}?fields=tagged_message`);
    expect(shown.json).toEqual({ id: made.json.id, type: 'comment', tagged_message });
  });

  test('a reply to a comment has is_reply_comment and is deleted with that comment', async () => {
    const file = await newFile('viewer');
    const comment = (await say(ann, file)).json.id;
    const reply = await asBob.post('/comments', { message: 'an answer', item: { type: 'comment', id: comment } });
    expect(reply.json).toMatchObject({ is_reply_comment: true, item: { id: comment, type: 'comment' } });
    expect((await ann.delete(`/comments/${comment}`)).status).toBe(204);
    expect((await asBob.get(`/comments/${reply.json.id}`)).status).toBe(404);
    expect((await ann.get(`/files/${file}/comments`)).json.total_count).toBe(0);
  });

  test('an answer to an answer joins the thread, and stays when that answer is deleted', async () => {
    const file = await newFile();
    const first = (await say(ann, file)).json.id;
    const answer = async (to: string) =>
      (await ann.post('/comments', { message: `words ${++made}`, item: { type: 'comment', id: to } })).json;
    const reply = await answer(first);
    const later = await answer(reply.id);
    expect(later).toMatchObject({ is_reply_comment: true, item: { id: first, type: 'comment' } });
    expect((await ann.delete(`/comments/${reply.id}`)).status).toBe(204);
    expect((await ann.get(`/comments/${later.id}`)).status).toBe(200);
    await ann.delete(`/comments/${first}`);
    expect((await ann.get(`/files/${file}/comments`)).json.total_count).toBe(0);
  });

  test('only its author edits a comment; a person who may delete the file deletes it too', async () => {
    const file = await newFile('viewer');
    const own = (await say(ann, file)).json.id;
    const his = (await say(asBob, file)).json.id;
    expect((await asBob.put(`/comments/${own}`, { message: 'mine' })).status).toBe(403);
    expect((await asBob.delete(`/comments/${own}`)).status).toBe(403);
    expect((await ann.put(`/comments/${his}`, { message: 'mine' })).status).toBe(403);
    expect((await asBob.put(`/comments/${his}`, { message: 'better words' })).json.message).toBe('better words');
    expect((await ann.delete(`/comments/${his}`)).status).toBe(204);
  });

  test('the same words twice within seconds are taken for a repeated request: 409 recent_similar_comment', async () => {
    const file = await newFile();
    expect((await say(ann, file, 'yes')).status).toBe(201);
    const again = await say(ann, file, 'yes');
    expect([again.status, again.json.code]).toEqual([409, 'recent_similar_comment']);
    expect((await ann.get(`/files/${file}/comments`)).json.total_count).toBe(1);
  });

  test.each([
    ['nothing said', {}],
    ['only spaces', { message: '  ' }],
    ['a character that not every database holds', { message: 'a\u0000b' }],
    ['more than the limit', { message: 'x'.repeat(limits.commentLength + 1) }],
  ])('%s is refused with 400', async (_, said) => {
    const refused = await ann.post('/comments', { ...said, item: { type: 'file', id: await newFile() } });
    expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
  });

  test('an uploader neither reads nor writes them, and to others they do not exist', async () => {
    const file = await newFile('uploader');
    const comment = (await say(ann, file)).json.id;
    expect((await asBob.get(`/files/${file}/comments`)).status).toBe(403);
    expect((await say(asBob, file)).status).toBe(403);
    const carol = callerOf(service, (await service.addPerson(`carol${++made}@example.com`)).token);
    expect((await carol.get(`/comments/${comment}`)).status).toBe(404);
    expect((await carol.get(`/files/${file}/comments`)).status).toBe(404);
  });

  test('COMMENT_CREATE and COMMENT_DELETE are in the stream all and not in changes', async () => {
    const file = await newFile('viewer');
    const [mine, his] = [await positionOf(ann), await positionOf(asBob)];
    const { id } = (await say(ann, file)).json;
    await ann.delete(`/comments/${id}`);
    expect(await typesSince(ann, mine, 'all')).toEqual(['COMMENT_CREATE', 'COMMENT_DELETE']);
    expect(await typesSince(asBob, his, 'all')).toEqual(['COMMENT_CREATE', 'COMMENT_DELETE']);
    expect(await typesSince(ann, mine, 'changes')).toEqual([]);
    const events = await ann.get(`/events?stream_type=all&stream_position=${mine}`);
    expect(events.json.entries[0]?.source).toMatchObject({ type: 'comment', id, item: { id: file } });
  });
});

describe('tasks', () => {
  async function newTask(file: string, more: Record<string, unknown> = {}) {
    return ann.post('/tasks', { item: { type: 'file', id: file }, message: 'look at it', ...more });
  }

  async function assign(task: string, to: TestPerson) {
    return ann.post('/task_assignments', { task: { type: 'task', id: task }, assign_to: { login: to.login } });
  }

  test.each([
    ['all_assignees', [false, true]],
    ['any_assignee', [true, true]],
  ])('completion rule %s decides when a task is done', async (completion_rule, done) => {
    const file = await newFile('viewer');
    const task = (await newTask(file, { action: 'complete', completion_rule })).json.id;
    const own = (await assign(task, service.person)).json.id;
    const his = (await assign(task, bob)).json.id;
    const seen = [];
    await ann.put(`/task_assignments/${own}`, { resolution_state: 'completed' });
    seen.push((await ann.get(`/tasks/${task}`)).json);
    await asBob.put(`/task_assignments/${his}`, { resolution_state: 'completed' });
    seen.push((await asBob.get(`/tasks/${task}`)).json);
    expect(seen).toMatchObject(done.map((is_completed) => ({ is_completed })));
  });

  test('due_at is kept, changed and taken away', async () => {
    const task = await newTask(await newFile(), { due_at: '2027-01-01T00:00:00Z' });
    expect(task.json).toMatchObject({ due_at: '2027-01-01T00:00:00.000Z', action: 'review', is_completed: false });
    const later = await ann.put(`/tasks/${task.json.id}`, { due_at: '2028-01-01T00:00:00+01:00' });
    expect(later.json).toMatchObject({ due_at: '2027-12-31T23:00:00.000Z', message: 'look at it' });
    expect((await ann.put(`/tasks/${task.json.id}`, { due_at: null })).json).toMatchObject({ due_at: null });
  });

  test('a review is approved or rejected, anything else completed; taken back, it is incomplete again', async () => {
    const review = (await newTask(await newFile())).json.id;
    const { id } = (await assign(review, service.person)).json;
    const wrong = await ann.put(`/task_assignments/${id}`, { resolution_state: 'completed' });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'bad_request']);
    const rejected = await ann.put(`/task_assignments/${id}`, { resolution_state: 'rejected' });
    expect(rejected.json).toMatchObject({ resolution_state: 'rejected', completed_at: expect.any(String) });
    const refused = await ann.delete(`/task_assignments/${id}`);
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
    const again = await ann.put(`/task_assignments/${id}`, { resolution_state: 'incomplete' });
    expect(again.json).toMatchObject({ resolution_state: 'incomplete', completed_at: null });
    expect((await ann.delete(`/task_assignments/${id}`)).status).toBe(204);
  });

  test('only the assignee resolves a task', async () => {
    const task = (await newTask(await newFile('viewer'))).json.id;
    const { id } = (await assign(task, bob)).json;
    expect((await ann.put(`/task_assignments/${id}`, { resolution_state: 'approved' })).status).toBe(403);
    expect((await ann.put(`/task_assignments/${id}`, { message: 'please' })).json.message).toBe('please');
    expect((await asBob.put(`/task_assignments/${id}`, { resolution_state: 'approved' })).status).toBe(200);
  });

  test('a person who cannot see the file cannot be assigned: 400 task_assignee_not_allowed; twice the same: 409', async () => {
    const task = (await newTask(await newFile())).json.id;
    const refused = await assign(task, bob);
    expect([refused.status, refused.json.code]).toEqual([400, 'task_assignee_not_allowed']);
    expect((await assign(task, service.person)).status).toBe(201);
    expect((await assign(task, service.person)).json.code).toBe('conflict');
  });

  test('a viewer creates tasks, and changes only the own ones', async () => {
    const file = await newFile('viewer');
    const own = (await newTask(file)).json.id;
    expect((await asBob.put(`/tasks/${own}`, { message: 'mine' })).status).toBe(403);
    const his = await asBob.post('/tasks', { item: { type: 'file', id: file } });
    expect(his.status).toBe(201);
    expect((await asBob.delete(`/tasks/${his.json.id}`)).status).toBe(204);
    expect((await ann.get(`/files/${file}/tasks`)).json).toMatchObject({ total_count: 1, entries: [{ id: own }] });
  });

  test('TASK_CREATE and TASK_ASSIGNMENT_CREATE are in the stream all', async () => {
    const file = await newFile();
    const position = await positionOf(ann);
    const task = (await newTask(file)).json.id;
    await assign(task, service.person);
    expect(await typesSince(ann, position, 'all')).toEqual(['TASK_CREATE', 'TASK_ASSIGNMENT_CREATE']);
  });

  test('administrators read of comments and tasks and of metadata', async () => {
    const since = await ann.get('/events?stream_type=admin_logs_streaming&stream_position=now');
    const file = await newFile();
    const comment = (await say(ann, file)).json.id;
    await ann.put(`/comments/${comment}`, { message: 'other words' });
    const task = (await newTask(file)).json.id;
    await ann.post(`/files/${file}/metadata/global/properties`, { a: 'b' });
    await ann.put(`/tasks/${task}`, { message: 'other words' });
    const position = since.json.next_stream_position;
    const page = await ann.get(`/events?stream_type=admin_logs_streaming&stream_position=${position}`);
    const types = page.json.entries.map((entry) => entry.event_type);
    expect(types).toEqual(
      expect.arrayContaining([
        'COMMENT_CREATE',
        'COMMENT_EDIT',
        'TASK_CREATE',
        'METADATA_INSTANCE_CREATE',
        'TASK_UPDATE',
      ]),
    );
  });
});
