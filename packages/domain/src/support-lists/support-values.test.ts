import { describe, expect, it } from 'vitest';
import { supportValuesOf } from './support-values.ts';

describe('values of an event that support lists speak of', () => {
  it('are found by names without case, in every payment instrument, each once', () => {
    const request = {
      User: { Email: ' nora@mailbox.example ', userId: 'nora' },
      paymentInstrumentList: [
        { merchantPaymentInstrumentId: 'pi-1' },
        { merchantPaymentInstrumentId: 'PI-1' },
        { merchantPaymentInstrumentId: 'pi-2' },
      ],
      deviceContext: { ipAddress: '203.0.113.24', externalDeviceId: null },
    };
    expect(supportValuesOf(request)).toEqual([
      { entity: 'email', value: 'nora@mailbox.example' },
      { entity: 'paymentInstrument', value: 'PI-1' },
      { entity: 'paymentInstrument', value: 'pi-2' },
      { entity: 'ipAddress', value: '203.0.113.24' },
      { entity: 'userId', value: 'nora' },
    ]);
  });

  it('are none where the event carries none', () => {
    for (const request of [undefined, {}, { user: 'nora' }, { user: { email: '' } }])
      expect(supportValuesOf(request)).toEqual([]);
  });
});
