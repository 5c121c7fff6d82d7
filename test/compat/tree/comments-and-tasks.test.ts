import { expect, test } from 'vitest';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

async function newFile(service: TestService): Promise<string> {
  const ann = callerOf(service, service.person.token);
  return (await ann.upload({ name: 'a.txt', parent: { id: '0' } }, 'a')).json.entries[0]?.id ?? '';
}

test('the public SDK comments on a file, answers, changes, lists and deletes comments', async () => {
  await using service = await startTestService();
  const { comments } = sdkClient(service, service.person.token);
  const file = await newFile(service);

  expect((await comments.getFileComments(file)).totalCount).toBe(0);
  const comment = await comments.createComment({ message: 'First', item: { id: file, type: 'file' } });
  expect([comment.message, comment.isReplyComment, comment.item?.id]).toEqual(['First', false, file]);
  const tagged = `@[${service.person.id}:Ann] look`;
  const reply = await comments.createComment({
    message: 'look',
    taggedMessage: tagged,
    item: { id: comment.id ?? '', type: 'comment' },
  });
  expect([reply.isReplyComment, reply.message, reply.item?.type]).toEqual([true, '@Ann look', 'comment']);
  const listed = await comments.getFileComments(file);
  expect(listed.entries?.map((entry) => entry.id)).toEqual([comment.id, reply.id]);
  expect(listed.entries?.[1]?.taggedMessage).toBe(tagged);
  const updated = await comments.updateCommentById(comment.id ?? '', { requestBody: { message: 'Second' } });
  expect(updated.message).toBe('Second');
  expect((await comments.getCommentById(comment.id ?? '')).message).toBe('Second');
  await comments.deleteCommentById(comment.id ?? '');
  expect((await comments.getFileComments(file)).totalCount).toBe(0);
});

test('the public SDK creates a task, assigns it, resolves it and deletes it', async () => {
  await using service = await startTestService();
  const { tasks, taskAssignments } = sdkClient(service, service.person.token);
  const file = await newFile(service);

  const task = await tasks.createTask({
    item: { type: 'file', id: file },
    message: 'Look at it',
    action: 'review',
    completionRule: 'all_assignees',
  });
  const id = task.id ?? '';
  expect([task.message, task.isCompleted, task.item?.id]).toEqual(['Look at it', false, file]);
  expect((await tasks.getTaskById(id)).id).toBe(id);
  expect((await tasks.updateTaskById(id, { requestBody: { message: 'Again' } })).message).toBe('Again');
  expect((await tasks.getFileTasks(file)).totalCount).toBe(1);

  const assignment = await taskAssignments.createTaskAssignment({
    task: { type: 'task', id },
    assignTo: { id: service.person.id },
  });
  const assignmentId = assignment.id ?? '';
  expect([assignment.resolutionState, assignment.assignedTo?.id]).toEqual(['incomplete', service.person.id]);
  expect((await taskAssignments.getTaskAssignments(id)).totalCount).toBe(1);
  expect((await taskAssignments.getTaskAssignmentById(assignmentId)).id).toBe(assignmentId);
  const approved = await taskAssignments.updateTaskAssignmentById(assignmentId, {
    requestBody: { message: 'fine', resolutionState: 'approved' },
  });
  expect([approved.resolutionState, approved.message]).toEqual(['approved', 'fine']);
  expect((await tasks.getTaskById(id)).isCompleted).toBe(true);
  await expect(taskAssignments.deleteTaskAssignmentById(assignmentId)).rejects.toThrow();
  await tasks.deleteTaskById(id);
  await expect(tasks.getTaskById(id)).rejects.toThrow();
});
