import { cleanup } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// Files of a worker share its document and its modules, so each leaves the page as it found it.
afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});
