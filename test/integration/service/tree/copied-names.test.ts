import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

/** A file, and an empty folder for its copies. */
async function fileAndFolder() {
  const uploaded = await ann.upload({ name: `file ${++made}`, parent: { id: '0' } }, 'copied');
  const folder = await ann.post('/folders', { name: `folder ${made}`, parent: { id: '0' } });
  return { fileId: String(uploaded.json.entries[0]?.id), folderId: folder.json.id };
}

test.each([
  ['a/b\\c.txt', 'abc.txt'],
  ['ab.txt   ', 'ab.txt'],
  ['line\nbreak\u0001\u009f.txt', 'linebreak.txt'],
  ['../up', '..up'],
  ['no-break\u00a0', 'no-break\u00a0'],
  ['.tandemignore', '.tandemignore'],
])('a copy named %j gets the name %j', async (name, kept) => {
  const { fileId, folderId } = await fileAndFolder();
  const copied = await ann.post(`/files/${fileId}/copy`, { parent: { id: folderId }, name });
  expect([copied.status, copied.json.name]).toEqual([201, kept]);
  const again = await ann.post(`/files/${fileId}/copy`, { parent: { id: folderId }, name: kept });
  expect([again.status, again.json.code]).toEqual([409, 'item_name_in_use']);
});

test.each([
  ['', 'item_name_invalid'],
  ['..', 'item_name_invalid'],
  ['/ ', 'item_name_invalid'],
  ['half \ud800 pair', 'item_name_invalid'],
  ['x'.repeat(256), 'item_name_too_long'],
])('a copy named %j is refused: nothing of the name remains, or it is too long', async (name, code) => {
  const { fileId, folderId } = await fileAndFolder();
  const refused = await ann.post(`/files/${fileId}/copy`, { parent: { id: folderId }, name });
  expect([refused.status, refused.json.code]).toEqual([400, code]);
});
