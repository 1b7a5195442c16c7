/** A velocity a user can start from; its title and what it is good for are texts of the console. */
type VelocityTemplate = { readonly id: string; readonly code: string };

/** Velocities that fraud teams ask for first. Names are free until they are used twice. */
export const VELOCITY_TEMPLATES = [
  {
    id: 'spentPerUser',
    code: 'SELECT Sum(@"totalAmount") AS spentPerUser\nFROM Purchase\nGROUPBY @"user.userId"',
  },
  {
    id: 'purchasesPerUser',
    code: 'SELECT Count() AS purchasesPerUser\nFROM Purchase\nGROUPBY @"user.userId"',
  },
  {
    id: 'rejectedPerUser',
    code: 'SELECT Count() AS rejectedPerUser\nFROM Purchase\nWHEN @"ruleEvaluation.decision" == "Reject"\nGROUPBY @"user.userId"',
  },
  {
    id: 'cardsPerUser',
    code: 'SELECT DistinctCount(@"paymentInstrumentList[0].merchantPaymentInstrumentId") AS cardsPerUser\nFROM Purchase\nGROUPBY @"user.userId"',
  },
  {
    id: 'usersPerCard',
    code: 'SELECT DistinctCount(@"user.userId") AS usersPerCard\nFROM Purchase\nGROUPBY @"paymentInstrumentList[0].merchantPaymentInstrumentId"',
  },
  {
    id: 'smallPaymentsPerCard',
    code: 'SELECT Count() AS smallPaymentsPerCard\nFROM Purchase\nWHEN @"totalAmount" < 5\nGROUPBY @"paymentInstrumentList[0].merchantPaymentInstrumentId"',
  },
  {
    id: 'usersPerDevice',
    code: 'SELECT DistinctCount(@"user.userId") AS usersPerDevice\nFROM Purchase\nGROUPBY @"deviceContext.externalDeviceId"',
  },
  {
    id: 'usersPerAddress',
    code: 'SELECT DistinctCount(@"user.userId") AS usersPerAddress\nFROM Purchase\nGROUPBY @"shippingAddress.zipCode" + " " + @"shippingAddress.street1"',
  },
  {
    id: 'declinedPerUser',
    code: 'SELECT Count() AS declinedPerUser\nFROM Purchase:PurchaseStatus\nWHEN @"statusType" == "Rejected" || @"statusType" == "Failed"\nGROUPBY @"purchase.user.userId"',
  },
  {
    id: 'chargebacksPerUser',
    code: 'SELECT Count() AS chargebacksPerUser\nFROM Purchase:Chargeback\nGROUPBY @"purchase.user.userId"',
  },
] as const satisfies readonly VelocityTemplate[];
