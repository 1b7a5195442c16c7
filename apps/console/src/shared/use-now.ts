import { useEffect, useState } from 'react';

/** The time of this computer in milliseconds, read anew every so often while the component is on the screen. */
export const useNow = (everyMs: number): number => {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
};
