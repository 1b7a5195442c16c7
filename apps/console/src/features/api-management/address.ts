import { API_PERIODS, type ApiPeriod } from '@redoubt/contracts';
import { z } from 'zod';

export const DEFAULT_PERIOD: ApiPeriod = '24h';

/** The period in an address; the default one is left out. */
export const periodField = z.enum(API_PERIODS).optional().catch(undefined);

export const periodInAddress = (period: ApiPeriod): ApiPeriod | undefined =>
  period === DEFAULT_PERIOD ? undefined : period;
