import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const STALE_MS = 15_000;
const MAX_RETRIES = 2;
/** A busy server works off what waits: the last retry comes after 15 seconds. */
const MAX_RETRIES_WHEN_BUSY = 5;

const mayRetry = (failures: number, error: unknown): boolean =>
  error instanceof ApiError &&
  error.retryable &&
  failures < (error.code === 'REQ-OVERLOADED' ? MAX_RETRIES_WHEN_BUSY : MAX_RETRIES);

/** Reads are repeated only where the error table says that the same call may work later; writes never by themselves. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: mayRetry,
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
      mutations: { retry: false },
    },
  });
