import { expect, test } from 'vitest';
import { reportText } from '../../../../main/doctor/report-text.ts';

test('what an address says of a sign-in is left out of a report', () => {
  const sentence = (text: string) => ({ name: 'service', outcome: 'problem', sentence: text, remedy: null }) as const;
  const text = reportText(
    { version: '1', node: 'v24', platform: 'linux' },
    {
      checks: [
        sentence('at http://ann:hunter2@files.example.com/2.0'),
        sentence('at https://files.example.com/d?access_token=abc123&x=1 and ann@example.com'),
      ],
      running: true,
      status: null,
      journal: [],
    },
  );
  expect(text).not.toMatch(/hunter2|abc123/);
  expect(JSON.parse(text)).toMatchObject({
    version: '1',
    checks: [
      { sentence: 'at http://…@files.example.com/2.0' },
      { sentence: 'at https://files.example.com/d?access_token=…&x=1 and ann@example.com' },
    ],
  });
});
