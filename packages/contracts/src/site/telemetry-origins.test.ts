import { describe, expect, it } from 'vitest';
import { telemetryOrigin } from './telemetry-origins.ts';

describe('where telemetry goes', () => {
  it('is nowhere without a connection string', () => {
    expect(telemetryOrigin(null)).toBeNull();
  });

  it('is the origin of the ingestion address, whatever stands beside it', () => {
    expect(
      telemetryOrigin(
        'InstrumentationKey=k;IngestionEndpoint=https://westeurope-5.in.example.com/;LiveEndpoint=https://live.example.com/',
      ),
    ).toBe('https://westeurope-5.in.example.com');
    expect(telemetryOrigin('instrumentationkey=k;ingestionendpoint=http://localhost:9/x')).toBe('http://localhost:9');
  });

  it('is the public address where none is named, and nowhere where it is no address', () => {
    expect(telemetryOrigin('InstrumentationKey=k')).toBe('https://dc.services.visualstudio.com');
    expect(telemetryOrigin('InstrumentationKey=k;IngestionEndpoint=nonsense')).toBeNull();
    expect(telemetryOrigin('InstrumentationKey=k;IngestionEndpoint=javascript:alert(1)')).toBeNull();
  });
});
