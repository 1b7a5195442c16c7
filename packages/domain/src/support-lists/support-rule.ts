/** What is to hold before a rule decides by support lists, for one status: some value of the event has it. */
const anyHas = (question: 'IsSafe' | 'IsBlock'): string =>
  [
    '"Email Support List", @"user.email"',
    '"Payment Support List", @"paymentInstrumentList.merchantPaymentInstrumentId"',
    '"IP Support List", @"deviceContext.ipAddress"',
    '"User Support List", @"user.userId"',
    '"Device Support List", @"deviceContext.externalDeviceId"',
  ]
    .map((asked) => `${question}(${asked})`)
    .join('\n  || ');

/** The rule that honours support lists (`decisioning.md` §2.8): what is blocked is rejected, then what is safe approved. */
export const SUPPORT_RULE = {
  name: 'Default Support Rule',
  clauses: [
    { key: 'block', code: `RETURN Reject("SUPPORT_LIST_BLOCK")\nWHEN ${anyHas('IsBlock')}` },
    { key: 'safe', code: `RETURN Approve("SUPPORT_LIST_SAFE")\nWHEN ${anyHas('IsSafe')}` },
  ],
} as const;
