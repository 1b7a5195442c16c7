import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { createFunction } from '../functions/function.commands.ts';

/** Creates the draft of a function whose one output asks the external call `riskScore`. */
export const createPartnerFunction = (context: EnvironmentContext) =>
  createFunction(context, {
    name: 'Partner',
    description: '',
    text: {
      parameters: [],
      outputs: [
        {
          id: newId(),
          name: 'score',
          description: '',
          type: 'Double',
          fallback: -1,
          code: 'RETURN External.riskScore(@"user.userId").score',
        },
      ],
      samplePayload: PURCHASE_SAMPLE,
    },
  });
