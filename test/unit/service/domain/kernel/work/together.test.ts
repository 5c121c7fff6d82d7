import { describe, expect, it } from 'vitest';
import { together } from '../../../../../../service/domain/kernel/work/together.ts';

describe('works side by side', () => {
  it('gives their results in the order of the list', async () => {
    const late = Promise.withResolvers<string>();
    const results = together([late.promise, 2, Promise.resolve(null)]);
    late.resolve('late');
    expect(await results).toEqual(['late', 2, null]);
  });

  it('fails only when all of them have ended, so that none writes after the rollback', async () => {
    const slow = Promise.withResolvers<void>();
    const ended: string[] = [];
    const failed = together([Promise.reject(new Error('refused')), slow.promise.then(() => ended.push('slow'))]);
    const outcome = failed.catch((error: unknown) => ended.push(String(error)));
    await new Promise(setImmediate);
    expect(ended).toEqual([]);
    slow.resolve();
    await outcome;
    expect(ended).toEqual(['slow', 'Error: refused']);
  });

  it('fails as the first of the list that failed, whichever failed first', async () => {
    const late = Promise.withResolvers<void>();
    const failed = together([late.promise, Promise.reject(new Error('second'))]);
    late.reject(new Error('first'));
    await expect(failed).rejects.toThrow('first');
  });
});
