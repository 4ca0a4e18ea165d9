/** A phone number that a phone or a softphone calls when it is pressed. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/(?!^\+)\D/g, '')}`}>{number}</a>
}
