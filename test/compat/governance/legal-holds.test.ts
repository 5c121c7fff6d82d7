import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { startTestService } from '../../support/service/service.ts';

test('the public SDK makes, changes, lists and releases legal hold policies', async () => {
  await using service = await startTestService();
  const { legalHoldPolicies } = sdkClient(service, service.person.token);

  const ongoing = await legalHoldPolicies.createLegalHoldPolicy({ policyName: 'Case 1', isOngoing: true });
  const started = new Date('2026-01-01T00:00:00Z');
  const timed = await legalHoldPolicies.createLegalHoldPolicy({
    policyName: 'Case 2',
    description: 'of January',
    filterStartedAt: { value: started },
    filterEndedAt: { value: new Date('2026-02-01T00:00:00Z') },
  });
  const renamed = await legalHoldPolicies.updateLegalHoldPolicyById(ongoing.id, {
    requestBody: { policyName: 'The case', releaseNotes: 'settled' },
  });
  const listed = await legalHoldPolicies.getLegalHoldPolicies({ policyName: 'the', limit: 10 });

  expect(timed.filterStartedAt?.value).toEqual(started);
  expect(timed.assignmentCounts?.fileVersion).toBe(0);
  expect(renamed).toMatchObject({ policyName: 'The case', releaseNotes: 'settled', status: 'active' });
  expect(listed.entries?.map(({ id }) => id)).toEqual([ongoing.id]);
  await legalHoldPolicies.deleteLegalHoldPolicyById(timed.id);
  expect((await legalHoldPolicies.getLegalHoldPolicyById(timed.id)).status).toBe('releasing');
});

test('the public SDK assigns a legal hold, lists the held content and releases it once', async () => {
  await using service = await startTestService();
  const { legalHoldPolicies, legalHoldPolicyAssignments: assignments } = sdkClient(service, service.person.token);
  const ann = callerOf(service, service.person.token);
  const [file] = (await ann.upload({ name: 'a.txt', parent: { id: '0' } }, 'one')).json.entries;
  const fileId = file?.id ?? '';
  const policy = await legalHoldPolicies.createLegalHoldPolicy({ policyName: 'Case', isOngoing: true });

  const { id: assignmentId = '' } = await assignments.createLegalHoldPolicyAssignment({
    policyId: policy.id,
    assignTo: { type: 'file', id: fileId },
  });
  await ann.upload({ name: 'a.txt' }, 'two', `/files/${fileId}/content`);
  const found = await assignments.getLegalHoldPolicyAssignmentById(assignmentId);
  const listed = await assignments.getLegalHoldPolicyAssignments({ policyId: policy.id });
  const files = await assignments.getLegalHoldPolicyAssignmentFileOnHold(assignmentId);

  expect(found).toMatchObject({ assignedTo: { type: 'file', id: fileId }, legalHoldPolicy: { id: policy.id } });
  expect(found.deletedAt).toBeUndefined();
  expect(listed.entries?.map(({ id }) => id)).toEqual([assignmentId]);
  expect(files.entries?.map(({ id }) => id)).toEqual([fileId]);
  await assignments.deleteLegalHoldPolicyAssignmentById(assignmentId);
  await expect(assignments.deleteLegalHoldPolicyAssignmentById(assignmentId)).rejects.toThrow();
});
