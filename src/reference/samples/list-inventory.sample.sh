curl --compressed "http://127.0.0.1:8080/v1/inventory" \
  -H "Authorization: Bearer $PETSTOCK_KEY"
