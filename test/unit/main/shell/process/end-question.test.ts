import { expect, test, vi } from 'vitest';
import { endQuestion } from '../../../../../main/shell/process/end-question.ts';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';

const asking = (files: number, { isPreparing = false, downloads = 0 } = {}) => {
  const electron = electronDouble();
  const ends: string[] = [];
  const question = endQuestion({
    electron: electron.module,
    drops: { underWay: () => files, isPreparing: () => isPreparing },
    downloads: { running: () => downloads },
    texts: shellTexts([]),
  });
  const end = (how: 'quit' | 'restart') => question(how, () => void ends.push(how));
  return { electron, ends, end };
};

test('without transfers, it ends at once', () => {
  const { electron, ends, end } = asking(0);
  end('quit');
  expect([ends, electron.system.questions]).toEqual([['quit'], []]);
});

test.each([
  ['quit', 0, 'Files are still being prepared for upload. Quit anyway?', 'Quit Tandem'],
  ['quit', 3, '3 files are still uploading. Quit anyway?', 'Quit Tandem'],
  ['restart', 1, '1 file is still uploading. Restart anyway?', 'Restart'],
] as const)(
  'a %s while dropped files are uploading asks, and ends only if the person agrees',
  async (how, files, message, yes) => {
    const { electron, ends, end } = asking(files, { isPreparing: files === 0 });
    end(how);
    // Asked already.
    end(how);
    expect(electron.system.questions).toMatchObject([{ message, buttons: ['Keep Tandem running', yes], cancelId: 0 }]);
    await new Promise(setImmediate);
    expect(ends).toEqual([]);
    electron.system.pressedButton = 1;
    end(how);
    await vi.waitFor(() => expect(ends).toEqual([how]));
  },
);

test.each([
  ['quit', 0, 1, '1 download is still running. Quit anyway?', 'Downloads stop'],
  ['restart', 0, 2, '2 downloads are still running. Restart anyway?', 'Downloads stop'],
  [
    'restart',
    3,
    1,
    '3 files are still uploading. 1 download is still running. Restart anyway?',
    'drop the files again. Downloads stop',
  ],
] as const)('a %s with %d uploads and %d downloads says what is lost', (how, files, downloads, message, detail) => {
  const { electron, ends, end } = asking(files, { downloads });
  end(how);
  expect(electron.system.questions).toMatchObject([{ message, detail: expect.stringContaining(detail) }]);
  expect(ends).toEqual([]);
});
