/** What a deletion takes: the parts that the site tells of a person, in the order in which they are read. */
export const DELETED = [
  'deleted.person',
  'deleted.devices',
  'deleted.passkeys',
  'deleted.identities',
  'deleted.games',
  'deleted.said',
  'deleted.results',
  'deleted.ratings',
  'deleted.rating_listing',
  'deleted.attendances',
  'deleted.profile',
  'deleted.alert',
  'deleted.moderation',
  'deleted.blocks',
  'deleted.reports',
  'deleted.watched',
] as const;
