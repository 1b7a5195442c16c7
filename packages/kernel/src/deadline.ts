/**
 * What the work gives, or what `onLate` gives or throws once the time is over. The work itself goes on; nothing waits
 * for it then, and a failure that comes later is dropped.
 *
 * @param limitMs not above zero: late at the next turn of the event loop.
 */
export const withDeadline = async <Result, Late>(
  limitMs: number,
  work: Promise<Result>,
  onLate: () => Late,
): Promise<Result | Late> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Late>((resolve, reject) => {
    timer = setTimeout(
      () => {
        try {
          resolve(onLate());
        } catch (error) {
          reject(error);
        }
      },
      Math.max(0, limitMs),
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
