/** A target that goes on polling is heard of this seldom (`docs/reference/console.md#telemetry`). */
const QUIET_MS = 600_000;

type Last = { readonly failed: boolean; readonly reportedAtMs: number };

/**
 * Whether a polled call is reported: when it first fails, and when more than ten minutes have passed since its target
 * was last reported.
 */
export const createPollRule = (now: () => number): ((target: string, succeeded: boolean) => boolean) => {
  const targets = new Map<string, Last>();
  return (target, succeeded) => {
    const last = targets.get(target);
    const isNewFailure = !succeeded && last?.failed !== true;
    const isOld = last === undefined || now() - last.reportedAtMs > QUIET_MS;
    const reported = isNewFailure || isOld;
    targets.set(target, { failed: !succeeded, reportedAtMs: reported ? now() : last.reportedAtMs });
    return reported;
  };
};
