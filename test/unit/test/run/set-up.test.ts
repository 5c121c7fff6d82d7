import { describe, expect, test } from 'vitest';
import { type Need, setUp } from '../../../run/set-up.ts';

/** A need that is met once its package is installed. */
function installable(name: string): {
  readonly need: Need;
  readonly install: (packages: readonly string[]) => Promise<void>;
} {
  const installed = new Set<string>();
  return {
    need: { name, packages: [`${name}-package`], isMet: () => installed.has(`${name}-package`) },
    install: async (packages) => {
      for (const each of packages) installed.add(each);
    },
  };
}

const cannotInstall = async (): Promise<void> => undefined;

describe('the needs of the suites beside npm packages', () => {
  test('is installed when it is missing, and the suite runs', async () => {
    const { need, install } = installable('database');
    const ready = await setUp(['scale'], { scale: [need] }, install);
    expect(ready.lacks('scale')).toBeUndefined();
  });

  test('that cannot be installed skips its suite alone, with the line that installs it', async () => {
    const { need } = installable('database');
    const ready = await setUp(['unit', 'scale'], { scale: [need] }, cannotInstall);
    expect(ready.lacks('unit')).toBeUndefined();
    expect(ready.lacks('scale')).toBe(
      'it needs database: sudo apt-get install -y --no-install-recommends database-package',
    );
  });

  test('of a suite that was not requested is not installed', async () => {
    const { need, install } = installable('database');
    await setUp(['unit'], { scale: [need] }, install);
    expect(need.isMet()).toBe(false);
  });
});
