import { describe, expect, it } from 'vitest';
import { withDeadline } from './deadline.ts';

const never = new Promise<never>(() => undefined);

describe('work with a deadline', () => {
  it('gives what the work gives, and its failure', async () => {
    await expect(withDeadline(60_000, Promise.resolve(1), () => 'late')).resolves.toBe(1);
    await expect(withDeadline(60_000, Promise.reject(new Error('own')), () => 'late')).rejects.toThrow('own');
  });

  it('gives or throws what the caller names once the time is over', async () => {
    await expect(withDeadline(-1, never, () => 'late')).resolves.toBe('late');
    const thrown = withDeadline(0, never, () => {
      throw new Error('overdue');
    });
    await expect(thrown).rejects.toThrow('overdue');
  });

  it('drops a failure that comes after the deadline', async () => {
    const work = Promise.withResolvers<never>();
    await expect(withDeadline(0, work.promise, () => 'late')).resolves.toBe('late');
    work.reject(new Error('after the deadline'));
  });
});
