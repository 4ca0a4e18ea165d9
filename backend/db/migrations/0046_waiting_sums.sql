CREATE TABLE "waiting_changes" (
	"queue" text NOT NULL,
	"currency" text,
	"count" integer NOT NULL,
	"amount" numeric(38,18) DEFAULT '0' NOT NULL
);--> statement-breakpoint
create function keep_waiting_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount) from (select case when approved_at is null then 'payments' else 'payouts' end as queue, currency as currency, 1 as one, net as amount from gained where status in ('pending', 'under_review')) as changed
      group by queue, currency;
  elsif tg_op = 'DELETE' then
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount) from (select case when approved_at is null then 'payments' else 'payouts' end as queue, currency as currency, -1 as one, -net as amount from lost where status in ('pending', 'under_review')) as changed
      group by queue, currency;
  else
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount)
      from (select case when approved_at is null then 'payments' else 'payouts' end as queue, currency as currency, 1 as one, net as amount from gained where status in ('pending', 'under_review')
        union all select case when approved_at is null then 'payments' else 'payouts' end as queue, currency as currency, -1 as one, -net as amount from lost where status in ('pending', 'under_review')) as changed
      group by queue, currency having sum(one) <> 0 or sum(amount) <> 0;
  end if;
  return null;
end
$$;--> statement-breakpoint
create trigger payments_keep_waiting_insert after insert on payments
  referencing new table as gained for each statement execute function keep_waiting_payments();--> statement-breakpoint
create trigger payments_keep_waiting_update after update on payments
  referencing old table as lost new table as gained for each statement execute function keep_waiting_payments();--> statement-breakpoint
create trigger payments_keep_waiting_delete after delete on payments
  referencing old table as lost for each statement execute function keep_waiting_payments();--> statement-breakpoint
create function keep_waiting_refills() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount) from (select 'refills' as queue, currency as currency, 1 as one, request_amount as amount from gained where status = 'pending') as changed
      group by queue, currency;
  elsif tg_op = 'DELETE' then
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount) from (select 'refills' as queue, currency as currency, -1 as one, -request_amount as amount from lost where status = 'pending') as changed
      group by queue, currency;
  else
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount)
      from (select 'refills' as queue, currency as currency, 1 as one, request_amount as amount from gained where status = 'pending'
        union all select 'refills' as queue, currency as currency, -1 as one, -request_amount as amount from lost where status = 'pending') as changed
      group by queue, currency having sum(one) <> 0 or sum(amount) <> 0;
  end if;
  return null;
end
$$;--> statement-breakpoint
create trigger refills_keep_waiting_insert after insert on refills
  referencing new table as gained for each statement execute function keep_waiting_refills();--> statement-breakpoint
create trigger refills_keep_waiting_update after update on refills
  referencing old table as lost new table as gained for each statement execute function keep_waiting_refills();--> statement-breakpoint
create trigger refills_keep_waiting_delete after delete on refills
  referencing old table as lost for each statement execute function keep_waiting_refills();--> statement-breakpoint
create function keep_waiting_verifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount) from (select 'verifications' as queue, null::text as currency, 1 as one, 0 as amount from gained where status = 'in_process') as changed
      group by queue, currency;
  elsif tg_op = 'DELETE' then
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount) from (select 'verifications' as queue, null::text as currency, -1 as one, -0 as amount from lost where status = 'in_process') as changed
      group by queue, currency;
  else
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount)
      from (select 'verifications' as queue, null::text as currency, 1 as one, 0 as amount from gained where status = 'in_process'
        union all select 'verifications' as queue, null::text as currency, -1 as one, -0 as amount from lost where status = 'in_process') as changed
      group by queue, currency having sum(one) <> 0 or sum(amount) <> 0;
  end if;
  return null;
end
$$;--> statement-breakpoint
create trigger verifications_keep_waiting_insert after insert on verifications
  referencing new table as gained for each statement execute function keep_waiting_verifications();--> statement-breakpoint
create trigger verifications_keep_waiting_update after update on verifications
  referencing old table as lost new table as gained for each statement execute function keep_waiting_verifications();--> statement-breakpoint
create trigger verifications_keep_waiting_delete after delete on verifications
  referencing old table as lost for each statement execute function keep_waiting_verifications();--> statement-breakpoint
create function keep_waiting_inquiries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount) from (select case when kind = 'application' then 'applications' else 'inquiries' end as queue, null::text as currency, 1 as one, 0 as amount from gained where status = 'open') as changed
      group by queue, currency;
  elsif tg_op = 'DELETE' then
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount) from (select case when kind = 'application' then 'applications' else 'inquiries' end as queue, null::text as currency, -1 as one, -0 as amount from lost where status = 'open') as changed
      group by queue, currency;
  else
    insert into waiting_changes (queue, currency, count, amount)
      select queue, currency, sum(one), sum(amount)
      from (select case when kind = 'application' then 'applications' else 'inquiries' end as queue, null::text as currency, 1 as one, 0 as amount from gained where status = 'open'
        union all select case when kind = 'application' then 'applications' else 'inquiries' end as queue, null::text as currency, -1 as one, -0 as amount from lost where status = 'open') as changed
      group by queue, currency having sum(one) <> 0 or sum(amount) <> 0;
  end if;
  return null;
end
$$;--> statement-breakpoint
create trigger inquiries_keep_waiting_insert after insert on inquiries
  referencing new table as gained for each statement execute function keep_waiting_inquiries();--> statement-breakpoint
create trigger inquiries_keep_waiting_update after update on inquiries
  referencing old table as lost new table as gained for each statement execute function keep_waiting_inquiries();--> statement-breakpoint
create trigger inquiries_keep_waiting_delete after delete on inquiries
  referencing old table as lost for each statement execute function keep_waiting_inquiries();--> statement-breakpoint
insert into waiting_changes (queue, currency, count, amount)
  select queue, currency, sum(one), sum(amount) from (
    select case when approved_at is null then 'payments' else 'payouts' end as queue, currency as currency, 1 as one, net as amount from payments where status in ('pending', 'under_review')
    union all select 'refills' as queue, currency as currency, 1 as one, request_amount as amount from refills where status = 'pending'
    union all select 'verifications' as queue, null::text as currency, 1 as one, 0 as amount from verifications where status = 'in_process'
    union all select case when kind = 'application' then 'applications' else 'inquiries' end as queue, null::text as currency, 1 as one, 0 as amount from inquiries where status = 'open'
  ) as open group by queue, currency;
