-- What is booked stays as it is: not even lines that sum to zero are added to an entry that stands.

create or replace function ledger_entry_sums_to_zero() returns trigger language plpgsql as $$
declare
  broken text;
begin
  select entry_id into broken from new_lines group by entry_id, currency having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger entry % does not sum to zero', broken using errcode = 'check_violation';
  end if;
  select entry_id into broken from new_lines group by entry_id
    having count(*) <> (select count(*) from ledger_lines where ledger_lines.entry_id = new_lines.entry_id) limit 1;
  if found then
    raise exception 'ledger entry % has its lines already', broken using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
