import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK makes, lists, changes and deletes metadata templates', async () => {
  await using service = await startTestService();
  const { metadataTemplates } = sdkClient(service, service.person.token);

  const made = await metadataTemplates.createMetadataTemplate({
    scope: 'enterprise',
    displayName: 'Contract',
    templateKey: 'contract',
    fields: [
      { type: 'string', key: 'client', displayName: 'Client' },
      { type: 'float', key: 'amount', displayName: 'Amount' },
      { type: 'date', key: 'until', displayName: 'Until' },
      { type: 'enum', key: 'state', displayName: 'State', options: [{ key: 'open' }, { key: 'closed' }] },
      { type: 'multiSelect', key: 'labels', displayName: 'Labels', options: [{ key: 'a' }, { key: 'b' }] },
    ],
  });
  expect(made.fields?.map((field) => field.type)).toEqual(['string', 'float', 'date', 'enum', 'multiSelect']);
  const updated = await metadataTemplates.updateMetadataTemplate('enterprise', 'contract', [
    { op: 'addField', data: { type: 'float', key: 'discount', displayName: 'Discount' } },
    { op: 'editTemplate', data: { displayName: 'Agreement' } },
  ]);
  expect([updated.displayName, updated.fields?.at(-1)?.key]).toEqual(['Agreement', 'discount']);
  expect((await metadataTemplates.getMetadataTemplate('enterprise', 'contract')).id).toBe(made.id);
  expect((await metadataTemplates.getMetadataTemplateById(made.id)).templateKey).toBe('contract');
  const enterprise = await metadataTemplates.getEnterpriseMetadataTemplates();
  expect(enterprise.entries?.map((template) => template.id)).toEqual([made.id]);
  const global = await metadataTemplates.getGlobalMetadataTemplates();
  expect(global.entries?.map((template) => template.templateKey)).toEqual(['properties']);

  await metadataTemplates.deleteMetadataTemplate('enterprise', 'contract');
  await expect(metadataTemplates.getMetadataTemplate('enterprise', 'contract')).rejects.toThrow();
});

test('the public SDK gives files and folders metadata, patches it and takes it away', async () => {
  await using service = await startTestService();
  const client = sdkClient(service, service.person.token);
  const { fileMetadata, folderMetadata, metadataTemplates } = client;
  await metadataTemplates.createMetadataTemplate({
    scope: 'enterprise',
    displayName: 'Contract',
    templateKey: 'contract',
    fields: [
      { type: 'string', key: 'client', displayName: 'Client' },
      { type: 'float', key: 'amount', displayName: 'Amount' },
      { type: 'multiSelect', key: 'labels', displayName: 'Labels', options: [{ key: 'a' }, { key: 'b' }] },
    ],
  });
  const ann = callerOf(service, service.person.token);
  const file = (await ann.upload({ name: 'a.txt', parent: { id: '0' } }, 'a')).json.entries[0]?.id ?? '';
  const folder = (await ann.post('/folders', { name: 'f', parent: { id: '0' } })).json.id;

  const made = await fileMetadata.createFileMetadataById(file, 'enterprise', 'contract', {
    client: 'Acme',
    amount: 2.5,
    labels: ['a'],
  });
  expect(made).toMatchObject({ template: 'contract', version: 0, canEdit: true, parent: `file_${file}` });
  const updated = await fileMetadata.updateFileMetadataById(file, 'enterprise', 'contract', [
    { op: 'test', path: '/client', value: 'Acme' },
    { op: 'replace', path: '/amount', value: 3 },
    { op: 'add', path: '/labels', value: ['a', 'b'] },
  ]);
  expect(updated.version).toBe(1);
  expect(updated.extraData).toMatchObject({ client: 'Acme', amount: 3, labels: ['a', 'b'] });
  expect((await fileMetadata.getFileMetadata(file)).entries).toHaveLength(1);
  const found = await metadataTemplates.getMetadataTemplatesByInstanceId({ metadataInstanceId: made.id ?? '' });
  expect(found.entries?.[0]?.templateKey).toBe('contract');
  await fileMetadata.deleteFileMetadataById(file, 'enterprise', 'contract');
  await expect(fileMetadata.getFileMetadataById(file, 'enterprise', 'contract')).rejects.toThrow();

  await folderMetadata.createFolderMetadataById(folder, 'global', 'properties', { anything: 'goes' });
  await folderMetadata.updateFolderMetadataById(folder, 'global', 'properties', [
    { op: 'copy', from: '/anything', path: '/copied' },
    { op: 'move', from: '/anything', path: '/moved' },
  ]);
  const properties = await folderMetadata.getFolderMetadataById(folder, 'global', 'properties');
  expect(properties.extraData).toMatchObject({ copied: 'goes', moved: 'goes' });
  expect(properties.extraData).not.toHaveProperty('anything');
  expect((await folderMetadata.getFolderMetadata(folder)).entries).toHaveLength(1);
  await folderMetadata.deleteFolderMetadataById(folder, 'global', 'properties');
});

test('the public SDK makes classifications and classifies files and folders', async () => {
  await using service = await startTestService();
  const { classifications, fileClassifications, folderClassifications } = sdkClient(service, service.person.token);
  const ann = callerOf(service, service.person.token);
  const file = (await ann.upload({ name: 'a.txt', parent: { id: '0' } }, 'a')).json.entries[0]?.id ?? '';
  const folder = (await ann.post('/folders', { name: 'f', parent: { id: '0' } })).json.id;
  const secret = { classification: { classificationDefinition: 'Ours alone', colorId: 2 } };

  const key = 'Box__Security__Classification__Key';
  const field = { type: 'enum', key, displayName: 'Classification' } as const;
  const template = await classifications.createClassificationTemplate({
    fields: [{ ...field, options: [{ key: 'Public' }, { key: 'Secret', staticConfig: secret }] }],
  });
  expect(template.fields[0]?.options.map((option) => option.key)).toEqual(['Public', 'Secret']);
  await classifications.addClassification([{ op: 'addEnumOption', fieldKey: key, data: { key: 'Internal' } }]);
  await classifications.updateClassification([
    { op: 'editEnumOption', fieldKey: key, enumOptionKey: 'Internal', data: { key: 'Inside' } },
  ]);
  const read = await classifications.getClassificationTemplate();
  expect(read.fields[0]?.options.map((option) => option.key)).toEqual(['Public', 'Secret', 'Inside']);

  const added = await fileClassifications.addClassificationToFile(file, {
    requestBody: { boxSecurityClassificationKey: 'Secret' },
  });
  expect(added.boxSecurityClassificationKey).toBe('Secret');
  await fileClassifications.updateClassificationOnFile(file, [{ op: 'replace', path: `/${key}`, value: 'Inside' }]);
  expect((await fileClassifications.getClassificationOnFile(file)).boxSecurityClassificationKey).toBe('Inside');
  await fileClassifications.deleteClassificationFromFile(file);

  await folderClassifications.addClassificationToFolder(folder, {
    requestBody: { boxSecurityClassificationKey: 'Public' },
  });
  await folderClassifications.updateClassificationOnFolder(folder, [
    { op: 'replace', path: `/${key}`, value: 'Secret' },
  ]);
  expect((await folderClassifications.getClassificationOnFolder(folder)).boxSecurityClassificationKey).toBe('Secret');
  await folderClassifications.deleteClassificationFromFolder(folder);
});
