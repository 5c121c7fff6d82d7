import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK makes, changes, lists, retires and deletes retention policies', async () => {
  await using service = await startTestService();
  const { retentionPolicies } = sdkClient(service, service.person.token);

  const policy = await retentionPolicies.createRetentionPolicy({
    policyName: 'Invoices',
    policyType: 'finite',
    dispositionAction: 'permanently_delete',
    retentionLength: '30',
    retentionType: 'modifiable',
    areOwnersNotified: true,
    canOwnerExtendRetention: true,
    customNotificationRecipients: [{ id: service.person.id, type: 'user' }],
    maxExtensionLength: '60',
  });
  const forever = await retentionPolicies.createRetentionPolicy({
    policyName: 'Board minutes',
    policyType: 'indefinite',
    dispositionAction: 'remove_retention',
  });
  const found = await retentionPolicies.getRetentionPolicyById(policy.id);
  const renamed = await retentionPolicies.updateRetentionPolicyById(policy.id, {
    requestBody: { policyName: 'All invoices' },
  });
  const listed = await retentionPolicies.getRetentionPolicies({ policyType: 'indefinite' });

  expect(found).toMatchObject({ policyName: 'Invoices', retentionLength: '30', canOwnerExtendRetention: true });
  expect(found.customNotificationRecipients?.map(({ login }) => login)).toEqual([service.person.login]);
  expect(forever.retentionLength).toBe('indefinite');
  expect(renamed.policyName).toBe('All invoices');
  expect(listed.entries?.map(({ id }) => id)).toEqual([forever.id]);
  const retired = await retentionPolicies.updateRetentionPolicyById(policy.id, { requestBody: { status: 'retired' } });
  expect(retired.status).toBe('retired');
  await retentionPolicies.deleteRetentionPolicyById(forever.id);
  await expect(retentionPolicies.getRetentionPolicyById(forever.id)).rejects.toThrow();
});

test('the public SDK changes what happens at the end of a non-modifiable policy, and leaves what it sends as null', async () => {
  await using service = await startTestService();
  const { retentionPolicies } = sdkClient(service, service.person.token);
  const { id } = await retentionPolicies.createRetentionPolicy({
    policyName: 'Invoices',
    description: 'of all years',
    policyType: 'finite',
    dispositionAction: 'permanently_delete',
    retentionLength: '30',
    retentionType: 'non_modifiable',
  });

  const changed = await retentionPolicies.updateRetentionPolicyById(id, {
    requestBody: { policyName: null, description: null, status: null, dispositionAction: 'remove_retention' },
  });
  const shorter = retentionPolicies.updateRetentionPolicyById(id, { requestBody: { retentionLength: 29 } });

  expect(changed).toMatchObject({
    policyName: 'Invoices',
    description: 'of all years',
    status: 'active',
    dispositionAction: 'remove_retention',
  });
  await expect(shorter).rejects.toMatchObject({ responseInfo: { statusCode: 403 } });
});

test('the public SDK assigns a retention policy, lists the retained content and removes the assignment', async () => {
  await using service = await startTestService();
  const client = sdkClient(service, service.person.token);
  const assignments = client.retentionPolicyAssignments;
  const folder = await client.folders.createFolder({ name: 'Invoices', parent: { id: '0' } });
  const ann = callerOf(service, service.person.token);
  const [file] = (await ann.upload({ name: 'a.txt', parent: { id: folder.id } }, 'one')).json.entries;
  const policy = await client.retentionPolicies.createRetentionPolicy({
    policyName: 'Invoices',
    policyType: 'finite',
    dispositionAction: 'remove_retention',
    retentionLength: '1',
  });

  const assignment = await assignments.createRetentionPolicyAssignment({
    policyId: policy.id,
    assignTo: { type: 'folder', id: folder.id },
  });
  const found = await assignments.getRetentionPolicyAssignmentById(assignment.id);
  const listed = await assignments.getRetentionPolicyAssignments(policy.id, { queryParams: { type: 'folder' } });
  const files = await assignments.getFilesUnderRetentionPolicyAssignment(assignment.id);

  expect(found).toMatchObject({ assignedTo: { type: 'folder', id: folder.id }, retentionPolicy: { id: policy.id } });
  expect(listed.entries?.map(({ id }) => id)).toEqual([assignment.id]);
  expect(files.entries?.map(({ id }) => id)).toEqual([file?.id]);
  await assignments.deleteRetentionPolicyAssignmentById(assignment.id);
  await expect(assignments.getRetentionPolicyAssignmentById(assignment.id)).rejects.toThrow();
});
