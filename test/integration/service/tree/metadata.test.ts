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

/** The answer, as plain JSON. */
function read(answer: { readonly bytes: Buffer }) {
  return JSON.parse(answer.bytes.toString()) as Record<string, unknown>;
}

async function newFile(parentId = '0'): Promise<string> {
  const uploaded = await ann.upload({ name: `file ${++made}.txt`, parent: { id: parentId } }, 'text');
  return uploaded.json.entries[0]?.id ?? '';
}

async function newFolder(): Promise<string> {
  return (await ann.post('/folders', { name: `folder ${++made}`, parent: { id: '0' } })).json.id;
}

async function newTemplate(more: Record<string, unknown> = {}): Promise<string> {
  const templateKey = `template_${++made}`;
  const options = [{ key: 'open' }, { key: 'closed' }];
  const fields = [
    { type: 'string', key: 'client', displayName: 'Client' },
    { type: 'float', key: 'amount', displayName: 'Amount' },
    { type: 'date', key: 'until', displayName: 'Until' },
    { type: 'enum', key: 'state', displayName: 'State', options },
    { type: 'multiSelect', key: 'labels', displayName: 'Labels', options: [{ key: 'a' }, { key: 'b' }] },
  ];
  const body = { scope: 'enterprise', templateKey, displayName: templateKey, fields, ...more };
  expect((await ann.post('/metadata_templates/schema', body)).status).toBe(201);
  return templateKey;
}

const path = (file: string, template: string) => `/files/${file}/metadata/enterprise/${template}`;

async function put(url: string, steps: unknown) {
  return ann.put(url, steps, { 'content-type': 'application/json-patch+json' });
}

describe('metadata instances', () => {
  test('carry $id, $type, $parent, $scope, $template, $version, $typeVersion and $canEdit', async () => {
    const [file, template] = [await newFile(), await newTemplate()];
    const values = { client: 'Acme', amount: 12.5, until: '2026-01-31T12:00:00+01:00', state: 'open', labels: ['b'] };
    const created = await ann.post(path(file, template), values);
    expect(created.status).toBe(201);
    const scope = `enterprise_${service.service.settings.enterprise.id}`;
    expect(read(created)).toEqual({
      ...values,
      until: '2026-01-31T11:00:00.000Z',
      $id: expect.stringMatching(/^\d+$/),
      $type: expect.stringContaining(template),
      $parent: `file_${file}`,
      $scope: scope,
      $template: template,
      $version: 0,
      $typeVersion: 0,
      $canEdit: true,
    });
    expect(read(await ann.get(`/files/${file}/metadata/${scope}/${template}`))).toEqual(read(created));
    expect(read(await ann.get(`/files/${file}/metadata`))).toEqual({ entries: [read(created)], limit: 100 });
  });

  test('an item has at most one instance of each template: 409 tuple_already_exists', async () => {
    const [file, template] = [await newFile(), await newTemplate()];
    await ann.post(path(file, template), {});
    const again = await ann.post(path(file, template), { client: 'x' });
    expect([again.status, again.json.code]).toEqual([409, 'tuple_already_exists']);
  });

  test('without the template 404 instance_tuple_not_found, without the instance 404 instance_not_found', async () => {
    const [file, template] = [await newFile(), await newTemplate()];
    const noTemplate = await ann.get(path(file, 'nothing_like_it'));
    expect([noTemplate.status, noTemplate.json.code]).toEqual([404, 'instance_tuple_not_found']);
    const noInstance = await ann.get(path(file, template));
    expect([noInstance.status, noInstance.json.code]).toEqual([404, 'instance_not_found']);
    const otherEnterprise = await ann.get(`/files/${file}/metadata/enterprise_1/${template}`);
    expect(otherEnterprise.json.code).toBe('instance_tuple_not_found');
  });

  test.each([
    ['an unknown field', { nothing: 'x' }, '"nothing"'],
    ['a number for a text', { client: 5 }, '"client"'],
    ['a text for a number', { amount: '5' }, '"amount"'],
    ['a day without a time', { until: '2026-01-31' }, '"until"'],
    ['a word that is no option', { state: 'lost' }, '"open", "closed"'],
    ['one text for several', { labels: 'a' }, '"labels"'],
    ['a text beyond the limit', { client: 'x'.repeat(limits.metadataValueLength + 1) }, '10,000'],
  ])('values are held against the template: %s is refused, naming the field', async (_, values, named) => {
    const [file, template] = [await newFile(), await newTemplate()];
    const refused = await ann.post(path(file, template), values);
    expect([refused.status, refused.json.code]).toEqual([400, 'schema_validation_failed']);
    expect(refused.json.message).toContain(named);
    expect((await ann.get(path(file, template))).status).toBe(404);
  });

  test('global/properties takes any keys with texts, on folders too, but none that begins with $', async () => {
    const url = `/folders/${await newFolder()}/metadata/global/properties`;
    expect((await ann.post(url, { 'any key': 'goes' })).status).toBe(201);
    expect(read(await ann.get(url))).toMatchObject({ 'any key': 'goes', $scope: 'global', $template: 'properties' });
    const refused = await put(url, [{ op: 'add', path: '/$id', value: '1' }]);
    expect([refused.status, refused.json.code]).toEqual([400, 'schema_validation_failed']);
    const nul = await ann.post(`/files/${await newFile()}/metadata/global/properties`, { 'a\u0000': 'b' });
    expect([nul.status, nul.json.code]).toEqual([400, 'bad_request']);
  });

  test('the root folder cannot have metadata: 403', async () => {
    const refused = await ann.post('/folders/0/metadata/global/properties', { a: 'b' });
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
  });

  test('a JSON patch changes all of it and raises $version', async () => {
    const [file, template] = [await newFile(), await newTemplate()];
    await ann.post(path(file, template), { client: 'Acme', amount: 1 });
    const patched = await put(path(file, template), [
      { op: 'test', path: '/client', value: 'Acme' },
      { op: 'replace', path: '/client', value: 'Other' },
      { op: 'remove', path: '/amount' },
      { op: 'add', path: '/labels', value: ['a', 'b', 'a'] },
    ]);
    expect(read(patched)).toMatchObject({ client: 'Other', labels: ['a', 'b'], $version: 1 });
    expect(read(patched)).not.toHaveProperty('amount');
  });

  test.each([
    ['a test that does not hold', { op: 'test', path: '/client', value: 'Other' }],
    ['a replace of a missing value', { op: 'replace', path: '/amount', value: 1 }],
    ['a remove of a missing value', { op: 'remove', path: '/amount' }],
    ['a value that does not fit', { op: 'add', path: '/state', value: 'lost' }],
    ['an add without a value', { op: 'add', path: '/amount' }],
    ['a path into a value', { op: 'add', path: '/labels/0', value: 'a' }],
  ])('a JSON patch with %s changes nothing at all', async (_, step) => {
    const [file, template] = [await newFile(), await newTemplate()];
    await ann.post(path(file, template), { client: 'Acme' });
    const refused = await put(path(file, template), [{ op: 'replace', path: '/client', value: 'Gone' }, step]);
    expect(refused.status).toBe(400);
    expect(read(await ann.get(path(file, template)))).toMatchObject({ client: 'Acme', $version: 0 });
  });

  test('a viewer sees metadata with $canEdit false and cannot change it', async () => {
    const folder = await newFolder();
    const file = await newFile(folder);
    await ann.post(`/files/${file}/metadata/global/properties`, { a: 'b' });
    const accessible_by = { type: 'user', login: bob.login };
    await ann.post('/collaborations', { item: { type: 'folder', id: folder }, accessible_by, role: 'viewer' });
    const seen = await asBob.get(`/files/${file}/metadata/global/properties`);
    expect(read(seen)).toMatchObject({ a: 'b', $canEdit: false });
    const refused = await asBob.delete(`/files/${file}/metadata/global/properties`);
    expect([refused.status, refused.json.code]).toEqual([403, 'access_denied_insufficient_permissions']);
  });

  test('a trashed item answers trashed; permanently deleted, it takes its metadata along', async () => {
    const [file, template] = [await newFile(), await newTemplate()];
    await ann.post(path(file, template), { client: 'Acme' });
    await ann.delete(`/files/${file}`);
    expect((await ann.get(path(file, template))).json.code).toBe('trashed');
    expect((await ann.delete(`/files/${file}/trash`)).status).toBe(204);
    const left = await service.service.store.read((reads) => reads.instances.listOfItems([file]));
    expect(left).toEqual([]);
  });
});

describe('[4.1] copies', () => {
  test('metadata goes along only when its template says copyInstanceOnItemCopy, below folders too', async () => {
    const copied = await newTemplate({ copyInstanceOnItemCopy: true });
    const left = await newTemplate();
    const folder = await newFolder();
    const file = await newFile(folder);
    for (const template of [copied, left]) await ann.post(path(file, template), { client: 'Acme' });
    await ann.post(`/folders/${folder}/metadata/enterprise/${copied}`, { client: 'Folder' });
    const copy = await ann.post(`/folders/${folder}/copy`, { parent: { id: '0' }, name: `copy ${++made}` });
    expect(copy.status).toBe(201);
    const own = await ann.get(`/folders/${copy.json.id}/metadata/enterprise/${copied}`);
    expect(read(own)).toMatchObject({ client: 'Folder', $version: 0, $parent: `folder_${copy.json.id}` });
    const inside = (await ann.get(`/folders/${copy.json.id}/items`)).json.entries[0]?.id ?? '';
    expect(read(await ann.get(path(inside, copied)))).toMatchObject({ client: 'Acme' });
    expect((await ann.get(path(inside, left))).json.code).toBe('instance_not_found');
  });
});

describe('metadata templates', () => {
  test('only administrators make, change and delete them; everybody may read them', async () => {
    const template = await newTemplate();
    const body = { scope: 'enterprise', displayName: 'Mine' };
    expect((await asBob.post('/metadata_templates/schema', body)).status).toBe(403);
    expect((await asBob.delete(`/metadata_templates/enterprise/${template}/schema`)).status).toBe(403);
    expect((await asBob.get(`/metadata_templates/enterprise/${template}/schema`)).status).toBe(200);
  });

  test('a key is made of the name when none is given, and a key that is taken is refused with 409', async () => {
    const body = { scope: 'enterprise', displayName: 'Purchase order' };
    const created = read(await ann.post('/metadata_templates/schema', body));
    expect(created['templateKey']).toMatch(/^purchaseOrder_[0-9a-f]{8}$/);
    const again = await ann.post('/metadata_templates/schema', { ...body, templateKey: created['templateKey'] });
    expect([again.status, again.json.code]).toEqual([409, 'conflict']);
  });

  test('global templates cannot be made, and global/properties cannot be changed', async () => {
    const made = await ann.post('/metadata_templates/schema', { scope: 'global', displayName: 'x' });
    expect(made.status).toBe(400);
    expect((await ann.delete('/metadata_templates/global/properties/schema')).status).toBe(403);
  });

  test('values follow when a field or an option gets another key, and vanish with a removed one', async () => {
    const [file, template] = [await newFile(), await newTemplate()];
    await ann.post(path(file, template), { client: 'Acme', amount: 3, state: 'open', labels: ['a', 'b'] });
    const updated = await ann.put(`/metadata_templates/enterprise/${template}/schema`, [
      { op: 'editField', fieldKey: 'client', data: { key: 'customer' } },
      { op: 'editEnumOption', fieldKey: 'state', enumOptionKey: 'open', data: { key: 'ongoing' } },
      { op: 'removeMultiSelectOption', fieldKey: 'labels', multiSelectOptionKey: 'a' },
      { op: 'removeField', fieldKey: 'amount' },
      { op: 'reorderFields', fieldKeys: ['state', 'labels', 'until', 'customer'] },
    ]);
    expect(updated.status).toBe(200);
    const instance = read(await ann.get(path(file, template)));
    expect(instance).toMatchObject({ customer: 'Acme', state: 'ongoing', labels: ['b'], $typeVersion: 1 });
    expect(instance).not.toHaveProperty('amount');
  });

  test('a step that cannot be taken undoes the steps before it', async () => {
    const template = await newTemplate();
    const url = `/metadata_templates/enterprise/${template}/schema`;
    const refused = await ann.put(url, [
      { op: 'editTemplate', data: { displayName: 'Other' } },
      { op: 'removeField', fieldKey: 'nothing' },
    ]);
    expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
    expect(read(await ann.get(url))['displayName']).toBe(template);
  });

  test('deleted, a template takes its instances along', async () => {
    const [file, template] = [await newFile(), await newTemplate()];
    await ann.post(path(file, template), { client: 'Acme' });
    expect((await ann.delete(`/metadata_templates/enterprise/${template}/schema`)).status).toBe(204);
    expect(read(await ann.get(`/files/${file}/metadata`))['entries']).toEqual([]);
  });

  test('lists are paged by marker', async () => {
    await newTemplate();
    await newTemplate();
    const first = await ann.get('/metadata_templates/enterprise?limit=1');
    expect(first.json.entries).toHaveLength(1);
    const next = await ann.get(`/metadata_templates/enterprise?limit=1&marker=${first.json.next_marker}`);
    expect(next.json.entries[0]?.id).not.toBe(first.json.entries[0]?.id);
    expect((await ann.get('/metadata_templates/global?limit=1')).json.next_marker).toBeNull();
  });
});

describe('fields of items', () => {
  test('fields=metadata.{scope}.{template} shows the instances that are named, in lists too', async () => {
    const [folder, template] = [await newFolder(), await newTemplate()];
    const file = await newFile(folder);
    await ann.post(path(file, template), { client: 'Acme' });
    await ann.post(`/files/${file}/metadata/global/properties`, { a: 'b' });
    const field = `metadata.enterprise.${template}`;
    const shown = read(await ann.get(`/files/${file}?fields=${field}`));
    expect(shown).toMatchObject({ id: file, metadata: { enterprise: { [template]: { client: 'Acme' } } } });
    expect(shown['metadata']).not.toHaveProperty('global');
    const listed = await ann.get(`/folders/${folder}/items?fields=${field},metadata.global.properties`);
    expect(listed.json.entries[0]).toMatchObject({
      metadata: { enterprise: { [template]: { client: 'Acme' } }, global: { properties: { a: 'b' } } },
    });
    expect(read(await ann.get(`/files/${file}`))).not.toHaveProperty('metadata');
  });

  test('fields=metadata shows every instance, by its $scope; the root has none', async () => {
    const [folder, template] = [await newFolder(), await newTemplate()];
    const file = await newFile(folder);
    const created = read(await ann.post(path(file, template), { client: 'Acme' }));
    await ann.post(`/files/${file}/metadata/global/properties`, { a: 'b' });
    const every = { [String(created['$scope'])]: { [template]: created }, global: { properties: { a: 'b' } } };
    const shown = read(await ann.get(`/files/${file}?fields=metadata`));
    expect(shown['metadata']).toMatchObject(every);
    const named = read(await ann.get(`/files/${file}?fields=metadata,metadata.enterprise.${template}`));
    expect(named['metadata']).toMatchObject({ ...every, enterprise: { [template]: created } });
    const listed = await ann.get(`/folders/${folder}/items?fields=metadata`);
    expect(listed.json.entries[0]).toMatchObject({ metadata: every });
    const root = read(await ann.get('/folders/0?fields=metadata,classification'));
    expect(root).toMatchObject({ id: '0', metadata: {}, classification: null });
  });

  test('classification has name, definition and color, and null without one', async () => {
    const templateKey = 'securityClassification-6VMVochwUWo';
    const key = 'Box__Security__Classification__Key';
    const option = (name: string, color: object) => {
      const classification = { classificationDefinition: 'Ours alone', ...color };
      return { key: name, staticConfig: { classification } };
    };
    // `colorId` is how earlier templates spell it.
    const options = [option('Secret', { colorID: 2 }), option('Internal', { colorId: 4 }), option('Public', {})];
    const field = { type: 'enum', key, displayName: 'Classification', options };
    const body = { scope: 'enterprise', templateKey, displayName: 'Classification', fields: [field] };
    expect((await ann.post('/metadata_templates/schema', body)).status).toBe(201);
    const shown = async (file: string) => read(await ann.get(`/files/${file}?fields=classification`))['classification'];
    expect(await shown(await newFile())).toBeNull();
    for (const [name, color] of Object.entries({ Secret: '#ffcdd2', Internal: '#bbdefb', Public: '#fff2cc' })) {
      const file = await newFile();
      await ann.post(path(file, templateKey), { [key]: name });
      expect(await shown(file)).toEqual({ name, definition: 'Ours alone', color });
    }
    const refused = {
      scope: 'enterprise',
      displayName: 'x',
      fields: [{ ...field, options: [option('x', { colorID: 'red' })] }],
    };
    expect((await ann.post('/metadata_templates/schema', refused)).status).toBe(400);
  });
});

test('several words of a field are no more than a field can have', async () => {
  const template = await newTemplate();
  const labels = (count: number) => Array.from({ length: count }, () => 'a');
  const refused = await ann.post(path(await newFile(), template), {
    labels: labels(limits.metadataOptionsPerField + 1),
  });
  expect([refused.status, refused.json.code]).toEqual([400, 'bad_request']);
  const taken = await ann.post(path(await newFile(), template), { labels: labels(limits.metadataOptionsPerField) });
  expect([taken.status, read(taken)['labels']]).toEqual([201, ['a']]);
});
