import { expect, test } from 'vitest';
import { serviceCommands } from '../../../../../main/commands/account/service.ts';

test.each([
  ['purgeFile', { params: { file_id: '1' } }, ['service']],
  ['listTrash', {}, []],
  ['updateUser', { params: { user_id: '7' }, body: { name: 'Ann' } }, ['user']],
] as const)('%s from the window says what it may have changed', async (operation, request, said) => {
  const changed: string[] = [];
  const world = {
    api: { call: async () => ({ status: 200, body: {} }) },
    onServiceChanged: () => void changed.push('service'),
    onUserChanged: () => void changed.push('user'),
  };
  const commands = serviceCommands(world as never);
  expect(await commands['service.call']({ operation, request } as never)).toMatchObject({ ok: true });
  expect(changed).toEqual(said);
});
