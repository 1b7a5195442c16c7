import { PLACE } from './common-objects.ts';
import { booleans, dateTimes, integers, list, number, numbers, object, objectSchema, texts } from './object-schema.ts';

const FLIGHT_SEGMENT = objectSchema({
  ...texts({
    airlineCode: '',
    airlineName: '',
    travelClass: '',
    operatedBy: '',
    flightNumber: '',
    fromAirportCode: '',
    toAirportCode: '',
    fromAirportCity: '',
    fromAirportState: '',
    fromAirportZipcode: '',
    fromAirportCountryISO: '',
    toAirportCity: '',
    toAirportState: '',
    toAirportZipcode: '',
    toAirportCountryISO: '',
  }),
  ...integers({ segmentSequence: '' }),
  ...dateTimes({ departureDateTime: '', arrivalDateTime: '' }),
});

const FLIGHT = objectSchema({
  ...texts({ ticketNumber: '', placeOfIssue: '', purchaserProfileType: '' }),
  ...booleans({
    isRestrictedTicket: '',
    rewardsOrVoucherApplied: '',
    isThirdParty: '',
    isPurchaserFrequentFlyer: '',
  }),
  ...integers({ totalRewardsApplied: '', passengerCount: '', numberOfStops: '' }),
  ...numbers({ totalFees: '' }),
  flightSegments: list(FLIGHT_SEGMENT),
  passengers: list(texts({ firstName: '', lastName: '' })),
});

const CAR_RENTAL = objectSchema({
  ...texts({
    pickupLocation: '',
    dropOffLocation: '',
    discountProgram: '',
    carType: '',
    contactEmail: '',
    contactPhoneNumber: '',
  }),
  ...dateTimes({ pickupDateTime: '', dropOffDateTime: '' }),
  ...booleans({ isPrepaid: '', insuranceIncluded: '' }),
  pickupAddress: object(PLACE),
  dropOffAddress: object(PLACE),
});

const TRAVEL_AGENT = objectSchema({
  ...texts({ agencyCode: '', agencyName: '', agentCode: '' }),
  agencyLocation: object({ ...PLACE, ...texts({ agencyContactPhone: '', agencyContactEmail: '' }) }),
});

const LODGING = objectSchema({
  ...texts({
    folioNumber: 'Property id.',
    membershipDetails: '',
    discountProgram: '',
    bedType: '',
    roomType: '',
    paymentDescription: '',
  }),
  ...dateTimes({ checkInDate: '', checkOutDate: '' }),
  ...booleans({ reservationConfirmed: '' }),
  ...integers({ adultCount: '', kidCount: '', nightsCount: '', roomCount: '' }),
  facility: object({
    ...texts({ name: '', type: '', contactPhoneNumber: '', contactEmail: '', currency: '' }),
    dailyRoomRate: number(),
    dailyRoomTaxAmount: number(),
    address: object(PLACE),
  }),
});

/** Journeys: what was booked, and flights, cars, agents and lodging in detail. */
export const TRAVEL_OVERVIEW = objectSchema({
  ...booleans({
    carRentalIncluded: '',
    lodgingIncluded: '',
    isRoundTrip: '',
    isDiscountOffered: '',
    isPackagedTour: '',
  }),
  ...texts({
    travelType: '',
    bookingType: '',
    webUrl: '',
    fromCity: '',
    fromState: '',
    fromCountryISO: '',
    fromZipCode: '',
    toCity: '',
    toState: '',
    toCountryISO: '',
    toZipCode: '',
    travelDuration: 'Deprecated.',
  }),
  ...dateTimes({ travelDateTime: '', returnDateTime: '', issueDateTime: 'When the tickets were issued.' }),
  flightDetails: object(FLIGHT),
  carRentalDetails: object(CAR_RENTAL),
  travelAgent: object(TRAVEL_AGENT),
  lodgingDetails: object(LODGING),
});
