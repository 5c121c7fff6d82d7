import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { windowsRights } from '../../../main/private/windows-rights.ts';
import { limitOnWindows } from '../../../service/private/windows-rights.ts';

const ann = 'S-1-5-21-1-2-3-1001';
const [profile, outside] = ['C:\\Users\\ann', 'D:\\Tandem'];

/** The programs of Windows, with this access list of every folder; `icacls` without rights to grant fails. */
function toolsOf(sddl: string, canGrant = true) {
  const ran: string[] = [];
  const run = (program: 'icacls' | 'whoami', args: readonly string[]): string => {
    ran.push(`${program} ${args[1]}`);
    if (program === 'whoami') return `"desktop\\ann","${ann}"\r\n`;
    if (args[1] === '/save') writeFileSync(String(args[2]), `Tandem\r\n${sddl}\r\n`, 'utf16le');
    else if (!canGrant) throw new Error('icacls failed');
    return '';
  };
  return { ran, run };
}

const [own, open] = [`D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;${ann})`, 'D:AI(A;ID;FA;;;SY)(A;ID;0x1200a9;;;BU)'];
const command = `icacls "${outside}" /inheritance:r`;

describe('a folder on Windows', () => {
  test('in the profile is left to Windows', async () => {
    const { ran, run } = toolsOf(open);
    windowsRights(run, profile).limit(`${profile}\\Tandem`);
    windowsRights(run, profile).check(`${profile}\\Tandem`);
    await limitOnWindows(`${profile}\\Tandem`, false, { run: async (...asked) => run(...asked), profile });
    expect(ran).toEqual([]);
  });

  test('that is new is limited to its user', async () => {
    const { ran, run } = toolsOf(own);
    windowsRights(run, profile).limit(outside);
    expect(ran).toEqual(['whoami /fo', 'icacls /inheritance:r']);
    await limitOnWindows(outside, true, { run: async (...asked) => run(...asked), profile });
    expect(ran.slice(2)).toEqual(['whoami /fo', 'icacls /inheritance:r', 'icacls /save']);
  });

  test('that exists is used if only its user may open it, else refused with the command that closes it', async () => {
    windowsRights(toolsOf(own).run, profile).check(outside);
    await limitOnWindows(outside, false, { run: async (...asked) => toolsOf(own).run(...asked), profile });
    expect(() => windowsRights(toolsOf(open).run, profile).check(outside)).toThrow(
      expect.objectContaining({ code: 'not_private', remedy: expect.stringContaining(command) }),
    );
    const refused = limitOnWindows(outside, false, { run: async (...asked) => toolsOf(open).run(...asked), profile });
    await expect(refused).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(command) });
  });

  test('on a disk without rights is refused', async () => {
    const { run } = toolsOf(own, false);
    expect(() => windowsRights(run, profile).limit(outside)).toThrow(expect.objectContaining({ code: 'not_private' }));
    const refused = limitOnWindows(outside, true, { run: async (...asked) => run(...asked), profile });
    await expect(refused).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('in your profile') });
  });
});
