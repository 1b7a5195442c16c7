import type { UsedApi } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { usedApis } from './used-apis.ts';

const used = (api: UsedApi['api'], path: string): UsedApi => ({
  api,
  capability: 'assessment',
  isAssessment: false,
  paths: [path],
});

describe('the API an address belongs to', () => {
  const apiOf = usedApis([
    used('purchase', '/v1.0/MerchantServices/events/Purchase'),
    used('assessment', '/v1.0/assessment/:apiName'),
    used('assessmentObservation', '/v1.0/assessment/:apiName/observation/:observationApiName'),
    used('assessmentLabel', '/v1.0/assessment/:apiName/label'),
  ]);

  it.each([
    ['/v1.0/MerchantServices/events/Purchase', 'purchase'],
    ['/v1.0/assessment/:apiName', 'assessment'],
    ['/v1.0/assessment/Points', 'assessment'],
    ['/v1.0/assessment/Points/observation/label', 'assessmentObservation'],
    ['/v1.0/assessment/Points/label', 'assessmentLabel'],
    ['/v1.0/assessment/Points/branch/next', undefined],
  ])('%s is %s', (path, api) => {
    expect(apiOf(path)?.api).toBe(api);
  });
});
